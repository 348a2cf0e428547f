"""The record, searchable."""

from ieum.shop.desk.list_routes import route_of
from ieum.shop.desk.record.listed import RECORD

ROUTES = [route_of(RECORD)]
