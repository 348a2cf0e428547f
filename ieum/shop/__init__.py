"""The shop's server: a room per thing the business has."""
