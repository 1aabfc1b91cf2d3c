"""The search for a mistake: single changes of the log that make all entries possible and lawful."""
