"""Services: what a member has bought and holds for a period, with its devices."""
