"""Logins that a member gives to others, what they may do, and what their owner sees of it."""
