"""From a chosen plan to a running service: orders are placed, paid, looked up and delivered here."""
