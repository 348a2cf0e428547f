"""Parts of the shop: its list of components, the licences that it may have, and known weaknesses."""
