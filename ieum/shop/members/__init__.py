"""Who buys: sign-up, consents, login sessions."""
