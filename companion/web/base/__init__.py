"""What every page stands on: addresses, links, bounds, errors, sessions, headers."""
