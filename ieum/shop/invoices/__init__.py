"""Tax invoices: businesses ask for them, the operator exports and issues them."""
