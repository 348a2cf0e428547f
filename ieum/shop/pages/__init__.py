"""The HTML document: plan, data, render."""
