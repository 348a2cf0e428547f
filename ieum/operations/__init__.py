"""Commands of whoever runs the shop's machines. They stand above the shop, and nothing of it imports them."""
