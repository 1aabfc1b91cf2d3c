"""What a table is asked next: of everybody, of one seat, by one moment."""
