"""Texts that the operator publishes: import and export, versions, and the calls that read them."""
