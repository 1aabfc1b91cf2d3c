"""The log: what was entered, and how an old entry is put right."""
