"""Members as staff see them: the list, one member with everything that happened, and what can be done about them."""
