"""Notices that staff send, and the calls about them."""
