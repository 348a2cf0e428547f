"""The identity provider PortOne: its browser script, its window, and the one API call that the shop makes."""
