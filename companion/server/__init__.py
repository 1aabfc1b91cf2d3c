"""What lies between a socket and the app."""
