"""Steps that the record keeps and that change no object: a file taken, a connection tried, a login ended."""

import msgspec

from ieum.shop.desk.acting import Act
from ieum.shop.desk.types import Facts


class Noted(msgspec.Struct, frozen=True):
    """A step on record, declared once in its room: its name there, and the kind of its object."""

    action: str
    kind: str

    def by(
        self,
        act: Act,
        id: object,
        *,
        before: Facts | None = None,
        after: Facts | None = None,
        reason: str = "",
    ) -> None:
        """Have the record say that this person took the step, of the object with this id."""
        act.note(self.action, self.kind, id, before=before, after=after, reason=reason)
