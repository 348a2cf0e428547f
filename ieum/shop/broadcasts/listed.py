"""The list of notices to many members."""

from ieum.shop.broadcasts.types import Broadcast
from ieum.shop.broadcasts.words import STATES, TONES
from ieum.shop.desk.listing import Column, List, NoFilters
from ieum.shop.desk.lists import Where, newest_id
from ieum.shop.outbox.words import CHANNELS

BROADCASTS = List(
    name="broadcasts",
    label="여러 회원에게 보내기",
    permission="messages.view",
    filters=NoFilters,
    where_of=lambda _filters: Where(),
    key="b.id",
    counted="broadcasts b",
    source="broadcasts b JOIN staff s ON s.id = b.made_by",
    orders={"newest": newest_id("b.id")},
    row=Broadcast,
    is_kept_here=True,
    columns=(
        Column("id", "번호", "b.id", "number", on="row"),
        Column("subject", "내용", "b.subject", "own"),
        Column("body", "본문", "b.body", on="row"),
        Column("channel", "종류", "b.channel", words=CHANNELS),
        Column("is_advertising", "광고", "b.is_advertising", words={"true": "광고", "false": "안내"}),
        Column("audience", "받는 회원", "b.audience"),
        Column("recipients", "받는 수", "b.recipients", "number", on="row"),
        Column("written", "보낸 수", "b.written", "own"),
        Column("state", "상태", "b.state", "state", words=STATES, tones=TONES),
        Column("made_by", "직원 번호", "b.made_by", "number", on="row"),
        Column("made_by_name", "누가", "s.name"),
        Column("made_at", "언제", "b.made_at", "when"),
        Column("ended_at", "끝난 때", "b.ended_at", "when", on="row"),
    ),
)
