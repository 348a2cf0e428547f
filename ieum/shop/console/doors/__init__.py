"""The doors of the console: how staff log in, and what stays of that."""
