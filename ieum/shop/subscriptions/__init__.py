"""Billing methods, renewals, dunning."""
