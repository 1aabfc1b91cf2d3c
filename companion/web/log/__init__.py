"""The log page, changes of old entries, and repairs of mistaps."""
