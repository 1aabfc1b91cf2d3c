"""The table: the page that lies on the table, its sheets and its switches."""
