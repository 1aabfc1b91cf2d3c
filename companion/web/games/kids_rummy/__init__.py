"""The screen of Kids Rummy."""
