"""Money back: what is due, and the way it takes."""
