"""The set-up of a table: game, board, house rules and seats."""
