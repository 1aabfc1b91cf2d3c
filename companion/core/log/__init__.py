"""What a log gives: the state by replay, its history, its record, and repairs of it."""
