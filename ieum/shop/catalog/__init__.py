"""Plans and prices."""
