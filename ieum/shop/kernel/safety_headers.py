"""The headers that every answer has, whoever makes it."""

NO_SNIFFING = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin"}
# A year, without subdomains: those may be other people's.
HSTS = (b"strict-transport-security", b"max-age=31536000")


def safety_headers(*, is_https: bool) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower().encode(), value.encode()) for name, value in NO_SNIFFING.items()]
    return [*headers, HSTS] if is_https else headers
