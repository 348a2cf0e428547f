"""All changes of texts."""

from ieum.shop.publishing.desk import drafts, publications, starting

CHANGES = [*drafts.CHANGES, *publications.CHANGES, starting.CHANGE]
