"""The layer between a socket and the app."""
