"""What waits for somebody, and the sales of these days: the console's first screen."""
