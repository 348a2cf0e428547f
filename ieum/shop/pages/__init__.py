"""The HTML documents of the shop, and what search engines and messengers read beside them."""
