"""The screen of Wanagan."""
