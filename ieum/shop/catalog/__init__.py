"""The plans that the shop sells, and their prices over time."""
