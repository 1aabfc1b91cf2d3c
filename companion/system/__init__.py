"""The computer that the program runs on: paths, settings, addresses, errors."""
