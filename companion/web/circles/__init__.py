"""The pages of a circle: its seasons, its people, its evenings, and its book."""
