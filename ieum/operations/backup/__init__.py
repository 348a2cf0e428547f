"""Copies of the database and of the files at another place, and the way back from them."""
