"""The screen of the stops family."""
