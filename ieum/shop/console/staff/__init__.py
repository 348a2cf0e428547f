"""The people who work in the shop, their roles, and the networks from which they may."""
