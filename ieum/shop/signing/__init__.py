"""The shop's own signature: its keys, what they sign, and how anybody checks it."""
