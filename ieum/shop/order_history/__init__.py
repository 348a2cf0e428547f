"""What became of orders: told to their members, exported for the operator."""
