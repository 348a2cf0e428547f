"""Changes the address of a static service, for one ticket."""
