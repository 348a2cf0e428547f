"""PostgreSQL's programs and data folders on this machine, for the commands that restore, upgrade and examine."""
