"""Metrics of the whole shop for Prometheus: figures from the database, read at the scrape (decision 0123)."""
