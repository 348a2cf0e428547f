"""The register of requests by authorities, and the report of half a year."""
