"""How each game is drawn and asked."""
