"""What runs up over the evenings of a circle: facts, seasons, records, and the book."""
