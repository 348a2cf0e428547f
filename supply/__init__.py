"""What the shop is made of: its list of components, the licences that it may have, and known weaknesses."""
