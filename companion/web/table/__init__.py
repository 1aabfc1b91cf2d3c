"""The table page with its board, sheets and payments."""
