"""Login to the console: by which factors staff enter, and what stays of that."""
