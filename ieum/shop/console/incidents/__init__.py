"""Leaks, intrusions and outages: who is affected, until when whom to tell, and what was done."""
