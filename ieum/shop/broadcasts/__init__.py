"""Notices to many members: whom one reaches, and how far it has come."""
