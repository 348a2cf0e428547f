"""Finding a lost id, setting a lost password anew. Nobody learns here who is a member."""
