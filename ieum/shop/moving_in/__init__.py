"""Members, services and points that come from another shop: `ieum import`, and the links by which they get in."""
