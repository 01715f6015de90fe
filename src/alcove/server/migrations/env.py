"""Called by Alembic, with the connection that the server hands over."""

from alembic import context

from alcove.server.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    transactional_ddl=True,
    render_as_batch=True,  # SQLite changes tables by copying them
)
with context.begin_transaction():
    context.run_migrations()
