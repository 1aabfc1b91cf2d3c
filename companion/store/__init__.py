"""The only place where rows meet rules: evenings to look at, to write, to list, to take along."""
