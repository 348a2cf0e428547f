"""Orders and their money, as operators see and settle them."""
