"""Payment attempts, virtual accounts, and the provider: its interface and the client for Toss Payments."""
