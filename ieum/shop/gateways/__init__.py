"""Gateways: what each should do, the calls by which they hear and say so, and what becomes of them."""
