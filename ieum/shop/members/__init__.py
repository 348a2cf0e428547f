"""Members: sign-up, login and sessions, and in sub-rooms their profile, lost accounts, security and verification."""
