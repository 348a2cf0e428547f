"""What a handler says, by its `opt`, of whom its answer may be kept for. `server/response_cache.py` keeps it."""

FOR_EVERYBODY = {"kept": "everybody"}
# And alike whatever stands behind the `?`: to ask under ever other queries makes no work.
WHATEVER_THE_QUERY = FOR_EVERYBODY | {"query": "ignored"}
# A member's own is another one; a query of a page is for the browser.
FOR_VISITORS = {"kept": "visitors"}
