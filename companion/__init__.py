"""Keeps the chips for card games that people play with a real deck."""

__version__ = "0.1.0"
