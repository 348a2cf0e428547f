"""Audiences of a cached answer, given as a handler's `opt`. The cache is `server/response_cache.py`."""

FOR_EVERYBODY = {"audience": "everybody"}
# The same, and the handler reads no query: callers who vary it make no extra work.
WHATEVER_THE_QUERY = FOR_EVERYBODY | {"query": "ignored"}
# Pages: a member's own shows their data, and a page's query is for the browser.
FOR_VISITORS = {"audience": "visitors"}
