"""The words of figures."""

from collections.abc import Mapping

from ieum.shop.numbers.types import Unit

# Behind the number; a count has none.
UNITS: Mapping[Unit, str] = {"won": "원", "count": "", "percent": "%", "minutes": "분"}
