"""The pages of a circle: its seasons, people, evenings and money."""
