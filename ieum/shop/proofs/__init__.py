"""Proofs of exit addresses and their reputation: only a proven and cleared address is sold."""
