"""The headers that every answer has, whoever makes it."""

NO_SNIFFING = {"X-Content-Type-Options": "nosniff", "Referrer-Policy": "strict-origin-when-cross-origin"}
# A year, without subdomains: those may be other people's.
HSTS = (b"strict-transport-security", b"max-age=31536000")


# Of what is no page and brings no policy of its own: opened by itself it runs, loads and is framed by nothing.
NO_DOCUMENT = (
    b"content-security-policy",
    b"default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'",
)


def safety_headers(*, is_https: bool) -> list[tuple[bytes, bytes]]:
    headers = [(name.lower().encode(), value.encode()) for name, value in NO_SNIFFING.items()]
    headers.append(NO_DOCUMENT)
    return [*headers, HSTS] if is_https else headers
