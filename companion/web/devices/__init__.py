"""Guests: who comes by which address, what they may do, and what they see."""
