"""Status of the shop: measured if it can be, and in the staff's words if they have said some."""
