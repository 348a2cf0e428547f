"""Proof that somebody holds a number or a mail address, to be spent once."""
