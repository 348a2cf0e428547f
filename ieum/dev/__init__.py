"""Tools of developers: stand-ins for the outside world, a lab, an embedded PostgreSQL, and `ieum up` for all of it."""
