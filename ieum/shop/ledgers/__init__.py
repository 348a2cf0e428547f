"""The append-only ledgers of points and IP tickets."""
