"""The month for the accountant, as one file."""
