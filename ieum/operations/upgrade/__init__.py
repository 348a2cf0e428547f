"""`ieum upgrade`: what the missing migrations would do to a shop that is running, and doing it."""
