"""SQLAlchemy, the rows, migrations, and copies of the whole database."""
