"""Storage of tables and circles: the only package that uses both the database and the rules."""
