"""Four eyes: what one person asks for and another confirms, having seen the same preview."""
