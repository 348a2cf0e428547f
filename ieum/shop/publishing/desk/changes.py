"""All changes of texts."""

from ieum.shop.publishing.desk import drafts, publications, starting, withdrawals

CHANGES = [*drafts.CHANGES, *publications.CHANGES, withdrawals.WITHDRAW, starting.CHANGE]
