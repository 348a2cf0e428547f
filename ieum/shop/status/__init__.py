"""What the shop says of its own state: measured where it can be, and in the staff's words where they have said some."""
