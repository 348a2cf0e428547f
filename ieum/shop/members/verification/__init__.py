"""Verification: proof that somebody owns a phone number or mail address, which can be used once."""
