"""Where the mistake lies: single repairs of the log that make everything lawful and possible."""
