"""What Prometheus is told of the whole shop: figures from the database, read at the scrape (decision 0123)."""
