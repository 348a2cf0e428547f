"""Bulk changes: rows are frozen at the press, and a job changes them one by one, with a result for each."""
