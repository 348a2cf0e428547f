"""Reconciliation: checks our payments against the provider's records, and our own tables against one another."""
