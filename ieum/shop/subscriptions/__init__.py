"""Recurring payments: cards on file, the schedule of renewals, and dunning."""
