"""Tax invoices: businesses request them, the operator exports the requests and issues them."""
