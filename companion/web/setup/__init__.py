"""Setting a table: game, board, house rules, seats."""
