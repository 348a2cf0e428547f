"""Orders as staff see them: the list, the page of one, and what can be done with it."""
