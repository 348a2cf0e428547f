"""Whether the books are true: the provider's against ours, and ours against themselves."""
