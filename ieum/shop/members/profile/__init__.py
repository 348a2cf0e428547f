"""What members see and change of their own account: profile, consents to advertising, logged-in devices."""
