"""Certificates that an address was a member's, and proofs of where a browser is now: signed, for anybody to check."""
