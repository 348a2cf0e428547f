"""Who may be sent a handler's answer again, for its `opt`. `server/response_cache.py` reads it."""

FOR_EVERYBODY = {"audience": "everybody"}
# The same, and the handler reads no query: callers who vary it make no extra work.
WHATEVER_THE_QUERY = FOR_EVERYBODY | {"query": "ignored"}
# Pages: a member's own shows their data, and a page's query is for the browser.
FOR_VISITORS = {"audience": "visitors"}
