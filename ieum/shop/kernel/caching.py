"""Whom a handler's answer may be cached for, given as its `opt`. The cache is `server/response_cache.py`."""

FOR_EVERYBODY = {"kept": "everybody"}
# One answer for every query string: asking under ever new ones makes no work.
WHATEVER_THE_QUERY = FOR_EVERYBODY | {"query": "ignored"}
# For callers who are not logged in; members get answers of their own.
FOR_VISITORS = {"kept": "visitors"}
