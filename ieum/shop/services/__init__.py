"""What a member holds: period, lease, devices."""
