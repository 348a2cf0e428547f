"""Protection of members' accounts: throttled login attempts, second factors and passkeys."""
