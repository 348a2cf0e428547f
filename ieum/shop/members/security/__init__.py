"""What stands between a member and whoever is not: throttled attempts, second factors, passkeys."""
