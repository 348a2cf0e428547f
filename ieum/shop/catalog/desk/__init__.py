"""Plans and their prices as the operator sees and changes them."""
