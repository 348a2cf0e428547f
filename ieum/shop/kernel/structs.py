"""Builds one struct from another, such as the answer to a member from a row with most of the same fields."""

import msgspec


def build[T: msgspec.Struct](of: type[T], source: object, **computed: object) -> T:
    """Build a struct from what is computed, and from the source's attributes for the fields that are left."""
    rest = [name for name in of.__struct_fields__ if name not in computed and hasattr(source, name)]
    return of(**{name: getattr(source, name) for name in rest}, **computed)
