"""Texts that the operator publishes: import and export, versions, files, and the calls that read them."""
