"""Entries: their fields, how they are parsed and serialized, and those that all games share."""
