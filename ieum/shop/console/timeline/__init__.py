"""Everything that happened to a member, as one list for staff."""
