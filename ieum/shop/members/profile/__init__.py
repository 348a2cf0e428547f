"""What members see and change of themselves: profile, consents, logged-in devices, leaving."""
