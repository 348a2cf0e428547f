"""The identity provider: its browser script, its window, and the one call the shop makes."""
