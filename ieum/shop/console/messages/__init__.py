"""The outbox as staff see it, and notices to many members."""
