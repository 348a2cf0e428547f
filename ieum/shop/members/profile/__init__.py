"""Members' own accounts: profile, consents to advertising, logged-in devices."""
