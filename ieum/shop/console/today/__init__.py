"""First screen of the console: what waits for somebody, and the sales of these days."""
