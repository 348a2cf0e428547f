"""Saved views of the lists: own ones, and those that a colleague shares."""
