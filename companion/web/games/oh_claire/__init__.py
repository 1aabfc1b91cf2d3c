"""The screen of Oh Claire!."""
