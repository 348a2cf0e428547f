"""Changes that staff make to plans: a new one, its terms, its sale."""

import msgspec
from msgspec import UNSET

from ieum.shop.catalog import operating
from ieum.shop.catalog.desk import prices, queries, withdrawals
from ieum.shop.catalog.desk.sheet import PLAN, PlanSheet, words_of
from ieum.shop.catalog.desk.wishes import NewPlan, Sale, Terms, is_about_rotation, rotation_of, terms_of
from ieum.shop.catalog.operating import PlanCodeTaken, PlanNotFound
from ieum.shop.catalog.types import Kind, PlanId, PlanTerms, RotationTerms
from ieum.shop.catalog.words import KINDS, STATES
from ieum.shop.desk.changes import Case, Change, Made, Shown, Thing
from ieum.shop.desk.types import Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.kernel.particles import with_particle


class Shelf(msgspec.Struct):
    """Dependencies of a new plan: whether its pool exists, and whether its code is in use."""

    has_pool: bool
    is_code_taken: bool


async def _find_none(_conn: Connection, _target: None) -> Shelf | None:
    return None


NEW_PLAN = Thing(
    name="plan",
    label="상품",
    screen="plans",
    key="none",
    find=_find_none,
    missing=PlanNotFound,
)
_NO_TERMS = PlanTerms(
    name="", description="", device_limit=0, connections=1, upload_mbit=None, download_mbit=None, position=0
)


async def _look_at_shelf(conn: Connection, _target: None, wish: NewPlan) -> Shelf:
    return Shelf(
        has_pool=isinstance(wish.pool, int) and await queries.has_pool(conn, wish.pool),
        is_code_taken=await queries.is_code_taken(conn, wish.code),
    )


def _why_not_make(shelf: Shelf, wish: NewPlan) -> str | None:
    """Say why the plan cannot be made. Raises InvalidFields."""
    wrong = _wrong_in(wish, wish.kind, RotationTerms())
    if wish.kind == "ticket" and wish.pool is not UNSET:
        wrong.append(Field("wish.pool", "invalid", "IP 교체권은 주소를 팔지 않으므로 주소 풀이 없습니다."))
    elif wish.kind != "ticket" and not shelf.has_pool:
        detail = "주소 풀을 골라 주세요. 풀은 IP 주소를 등록할 때 만들어집니다."
        wrong.append(Field("wish.pool", "required", detail))
    refuse_wrong(wrong)
    return PlanCodeTaken.detail if shelf.is_code_taken else None


def _wrong_in(wish: Terms | NewPlan, kind: Kind, before: RotationTerms) -> list[Field]:
    wrong: list[Field] = []
    rotation = rotation_of(wish, before)
    if kind == "ticket" and (isinstance(wish.upload_mbit, int) or isinstance(wish.download_mbit, int)):
        wrong.append(Field("wish.uploadMbit", "invalid", "IP 교체권에는 속도가 없습니다."))
    if kind != "dynamic" and is_about_rotation(wish):
        wrong.append(Field("wish.leastSeconds", "invalid", "교체 조건은 유동 IP에만 있습니다."))
    if rotation.timer_least > rotation.timer_most:
        wrong.append(Field("wish.timerMost", "invalid", "가장 긴 간격이 가장 짧은 간격보다 짧습니다."))
    return wrong


def _words_of_new(wish: NewPlan) -> dict[str, str]:
    rotation = rotation_of(wish, RotationTerms()) if wish.kind == "dynamic" else None
    return words_of(terms_of(wish, _NO_TERMS), rotation)


def _preview_make(_shelf: Shelf, wish: NewPlan) -> Shown:
    rows = [Row(label, value) for label, value in _words_of_new(wish).items()]
    return Shown(
        title=f"상품 {with_particle(f'‘{wish.name.strip()}’', '을/를')} 만듭니다",
        rows=[Row("코드", wish.code), Row("종류", KINDS[wish.kind]), *rows],
        warnings=["숨긴 채로 만듭니다. 가격을 정한 다음 판매를 시작해 주세요."],
    )


async def _make(conn: Connection, case: Case[None, Shelf, NewPlan]) -> Made:
    wish = case.wish
    terms, rotation = terms_of(wish, _NO_TERMS), rotation_of(wish, RotationTerms())
    pool = wish.pool if isinstance(wish.pool, int) else None
    plan = await operating.add_plan(conn, wish.code, wish.kind, pool, terms, rotation)
    facts = {"code": wish.code, "kind": wish.kind} | _words_of_new(wish)
    return Made(id=plan, facts=facts, answer={"id": plan})


def _after(sheet: PlanSheet, wish: Terms) -> tuple[PlanTerms, RotationTerms | None]:
    rotation = sheet.page.rotation
    return terms_of(wish, sheet.terms()), None if rotation is None else rotation_of(wish, rotation)


def _why_not_change(sheet: PlanSheet, wish: Terms) -> str | None:
    """Say why the terms cannot be changed. Raises InvalidFields."""
    refuse_wrong(_wrong_in(wish, sheet.page.kind, sheet.page.rotation or RotationTerms()))
    is_changed = _after(sheet, wish) != (sheet.terms(), sheet.page.rotation)
    return None if is_changed else "바뀌는 것이 없습니다. 바꿀 값을 적어 주세요."


def _preview_change(sheet: PlanSheet, wish: Terms) -> Shown:
    page, (terms, rotation) = sheet.page, _after(sheet, wish)
    before = words_of(sheet.terms(), page.rotation)
    warnings: list[str] = []
    if (terms.upload_mbit, terms.download_mbit) != (page.upload_mbit, page.download_mbit):
        warnings.append("속도는 이용 중인 서비스에도 바로 적용됩니다.")
    if terms.device_limit < page.device_limit:
        warnings.append("이미 판매한 서비스의 기기 수는 줄지 않습니다.")
    if rotation != page.rotation:
        warnings.append("주소 교체 조건은 이용 중인 서비스에도 바로 적용됩니다.")
    return Shown(
        title=f"상품 {with_particle(f'‘{page.name}’', '을/를')} 바꿉니다",
        rows=[
            Row(label, value, before=before[label])
            for label, value in words_of(terms, rotation).items()
            if before[label] != value
        ],
        warnings=warnings,
    )


async def _change(conn: Connection, case: Case[PlanId, PlanSheet, Terms]) -> None:
    await operating.change_plan(conn, case.target, *_after(case.sheet, case.wish))


def _why_not_switch(sheet: PlanSheet, wish: Sale) -> str | None:
    """Say why the sale cannot be switched. Raises InvalidFields if the plan could not be bought."""
    if wish.state == "visible" and not sheet.page.prices:
        detail = "가격이 없어 판매할 수 없습니다. 먼저 가격을 정해 주세요."
        refuse_wrong([Field("wish.state", "no_price", detail)])
    return f"이미 ‘{STATES[wish.state]}’ 상태입니다." if wish.state == sheet.page.state else None


def _preview_switch(sheet: PlanSheet, wish: Sale) -> Shown:
    page = sheet.page
    warnings: list[str] = []
    if wish.state == "visible" and not page.is_switched_on:
        warnings.append(f"{KINDS[page.kind]} 판매가 설정에서 꺼져 있어 아직 보이지 않습니다.")
    if wish.state == "visible" and page.free == 0:
        warnings.append("팔 수 있는 주소가 없어 품절로 보입니다.")
    if wish.state == "hidden" and page.subscriptions:
        warnings.append(f"정기결제 {page.subscriptions:,}건은 그대로 이어집니다. 새로 살 수만 없습니다.")
    return Shown(
        title=f"상품 ‘{page.name}’의 판매 상태를 바꿉니다",
        rows=[Row("판매", STATES[wish.state], before=STATES[page.state])],
        warnings=warnings,
    )


async def _switch(conn: Connection, case: Case[PlanId, PlanSheet, Sale]) -> None:
    await operating.set_state(conn, case.target, case.wish.state)


MAKE = Change(
    name="catalog.make",
    label="상품 만들기",
    done="상품을 만들었습니다. 이제 가격을 정해 주세요.",
    of=NEW_PLAN,
    permission="catalog.plans",
    wish=NewPlan,
    look=_look_at_shelf,
    refuses=_why_not_make,
    preview=_preview_make,
    asks_reason=False,
    apply=_make,
    raises=(PlanCodeTaken,),
)
CHANGE = Change(
    name="catalog.plans",
    label="상품 바꾸기",
    done="상품을 바꿨습니다.",
    of=PLAN,
    permission="catalog.plans",
    wish=Terms,
    lock=queries.lock_plan,
    refuses=_why_not_change,
    preview=_preview_change,
    apply=_change,
)
SWITCH = Change(
    name="catalog.switch",
    label="판매 상태 바꾸기",
    done="판매 상태를 바꿨습니다.",
    of=PLAN,
    permission="catalog.switch",
    wish=Sale,
    lock=queries.lock_plan,
    refuses=_why_not_switch,
    preview=_preview_switch,
    apply=_switch,
)
CHANGES = [MAKE, CHANGE, SWITCH, prices.BEGIN, withdrawals.WITHDRAW]
