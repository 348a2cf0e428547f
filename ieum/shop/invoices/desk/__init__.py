"""Tax invoices and cash receipts as staff see them, and what became of each request."""
