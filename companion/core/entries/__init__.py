"""What an entry is: its keys, how it is read, and the entries that every game has."""
