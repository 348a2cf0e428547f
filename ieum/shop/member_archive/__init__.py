"""Data that is kept about a member, as files for that member."""
