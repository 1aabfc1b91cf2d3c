"""The results of a circle's evenings: facts, statistics, records, and payments that settle up."""
