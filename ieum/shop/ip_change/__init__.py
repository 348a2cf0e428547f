"""Another address for a fixed one, for a ticket."""
