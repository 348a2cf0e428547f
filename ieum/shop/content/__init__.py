"""Texts that the operator publishes: versions, their files, import and export, and how they are read."""
