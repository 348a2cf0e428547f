"""Services as staff see and change them: who has which address until when, and what was done with it."""
