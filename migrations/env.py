"""Runs the migrations on the app's database, all of them in one transaction."""

from alembic import context

from companion.store.database import db
from companion.store.migrations import migration_connection

with migration_connection() as connection:
    context.configure(
        connection=connection,
        target_metadata=db.metadata,
        render_as_batch=True,
        transactional_ddl=True,
    )
    with context.begin_transaction():
        context.run_migrations()
