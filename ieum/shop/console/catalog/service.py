"""Changes of plans by staff: each shows before what it will do, and refuses where that is no longer so."""

from ieum.shop.catalog import operating
from ieum.shop.catalog.operating import PlanCodeTaken, PlanNotFound
from ieum.shop.catalog.types import Kind, PlanId, PlanState, RotationTerms
from ieum.shop.console.catalog import queries
from ieum.shop.console.catalog.types import (
    NewPlanForm,
    NewPlanOrder,
    PlanForm,
    PlanOrder,
    PlanPage,
    SoldPlan,
    SoldPrice,
    StateForm,
    StateOrder,
)
from ieum.shop.desk import previews
from ieum.shop.desk.access import Act
from ieum.shop.desk.approvals.refusals import PreviewChanged
from ieum.shop.desk.types import Facts, Preview, Row
from ieum.shop.kernel.db import Connection
from ieum.shop.kernel.errors import Field, refuse_wrong

KINDS: dict[Kind, str] = {"static": "고정 IP", "dynamic": "유동 IP", "ticket": "IP 교체권"}
STATES: dict[PlanState, str] = {"visible": "판매 중", "hidden": "숨김", "sold_out": "품절 표시"}


async def list_plans(conn: Connection) -> list[SoldPlan]:
    """Every plan with its prices of now, in three queries however many there are."""
    plans = await queries.list_plans(conn)
    prices = await queries.list_present_prices(conn)
    for plan in plans:
        plan.prices = [SoldPrice(each.months, each.amount) for each in prices if each.plan == plan.id]
    return plans


async def get_page(conn: Connection, plan: PlanId) -> PlanPage:
    """Raises PlanNotFound."""
    page = await queries.find_plan(conn, plan)
    if page is None:
        raise PlanNotFound
    page.versions = await queries.list_versions(conn, plan)
    page.prices = [
        SoldPrice(version.months, version.figure)
        for version in sorted(page.versions, key=lambda version: version.months or 0)
        if version.months is not None and version.state == "present"
    ]
    return page


async def preview_new(conn: Connection, form: NewPlanForm) -> Preview:
    """Raises InvalidFields, PlanCodeTaken."""
    refuse_wrong(await _wrong_in_new(conn, form))
    if await queries.is_code_taken(conn, form.code):
        raise PlanCodeTaken
    return previews.preview(
        f"상품 ‘{form.name.strip()}’을 만듭니다",
        [Row("코드", form.code), Row("종류", KINDS[form.kind]), *_rows(form, before=None)],
        warnings=["숨긴 채로 만듭니다. 가격을 정한 다음 판매를 시작해 주세요."],
        seen=form.pool_id,
    )


async def _wrong_in_new(conn: Connection, form: NewPlanForm) -> list[Field]:
    wrong = wrong_in(form, form.kind)
    if form.kind == "ticket" and form.pool_id is not None:
        wrong.append(Field("poolId", "invalid", "IP 교체권은 주소를 팔지 않으므로 주소 풀이 없습니다."))
    elif form.kind != "ticket" and (form.pool_id is None or not await queries.has_pool(conn, form.pool_id)):
        detail = "주소 풀을 골라 주세요. 풀은 IP 주소를 등록할 때 만들어집니다."
        wrong.append(Field("poolId", "required", detail))
    return wrong


def wrong_in(form: PlanForm, kind: Kind) -> list[Field]:
    wrong: list[Field] = []
    if kind == "ticket" and (form.upload_mbit or form.download_mbit):
        wrong.append(Field("uploadMbit", "invalid", "IP 교체권에는 속도가 없습니다."))
    if form.rotation is not None and kind != "dynamic":
        wrong.append(Field("rotation", "invalid", "교체 조건은 유동 IP에만 있습니다."))
    if form.rotation is not None and form.rotation.timer_least > form.rotation.timer_most:
        wrong.append(Field("rotation.timerMost", "invalid", "가장 긴 간격이 가장 짧은 간격보다 짧습니다."))
    return wrong


async def make(act: Act, data: NewPlanOrder) -> PlanPage:
    """Raises PreviewChanged besides what its preview does."""
    if (await preview_new(act.conn, data)).digest != data.digest:
        raise PreviewChanged
    plan = await operating.add_plan(
        act.conn, data.code, data.kind, data.pool_id, data.terms(), data.rotates()
    )
    act.note("catalog.make", "plan", plan, after={"code": data.code, "kind": data.kind} | _facts(data))
    return await get_page(act.conn, plan)


async def preview_change(conn: Connection, plan: PlanId, form: PlanForm) -> Preview:
    """Raises PlanNotFound, InvalidFields."""
    page = await get_page(conn, plan)
    refuse_wrong(wrong_in(form, page.kind))
    rows = [row for row in _rows(form, before=page) if row.before != row.value]
    warnings: list[str] = []
    if (form.upload_mbit, form.download_mbit) != (page.upload_mbit, page.download_mbit):
        warnings.append("속도는 이용 중인 서비스에도 바로 적용됩니다.")
    if form.device_limit < page.device_limit:
        warnings.append("이미 판매한 서비스의 기기 수는 줄지 않습니다.")
    if form.rotates() is not None and form.rotates() != page.rotation:
        warnings.append("주소 교체 조건은 이용 중인 서비스에도 바로 적용됩니다.")
    if not rows:
        warnings.append("바뀌는 것이 없습니다.")
    return previews.preview(f"상품 ‘{page.name}’을 바꿉니다", rows, warnings=warnings, seen=plan)


async def change(act: Act, plan: PlanId, data: PlanOrder) -> PlanPage:
    """Raises PreviewChanged besides what its preview does."""
    if not await queries.lock_plan(act.conn, plan):
        raise PlanNotFound
    shown = await preview_change(act.conn, plan, data)
    if shown.digest != data.digest:
        raise PreviewChanged
    before = await get_page(act.conn, plan)
    if not shown.rows:
        act.nothing_changed()
        return before
    await operating.change_plan(act.conn, plan, data.terms(), data.rotates())
    act.note(
        "catalog.plans",
        "plan",
        plan,
        before={row.label: row.before for row in shown.rows},
        after={row.label: row.value for row in shown.rows},
        reason=data.reason,
    )
    return await get_page(act.conn, plan)


async def preview_state(conn: Connection, plan: PlanId, form: StateForm) -> Preview:
    """Raises PlanNotFound, InvalidFields where it could not be bought."""
    page = await get_page(conn, plan)
    if form.state == "visible" and not page.prices:
        refuse_wrong([Field("state", "no_price", "가격이 없어 판매할 수 없습니다. 먼저 가격을 정해 주세요.")])
    warnings: list[str] = []
    if form.state == "visible" and not page.is_switched_on:
        warnings.append(f"{KINDS[page.kind]} 판매가 설정에서 꺼져 있어 아직 보이지 않습니다.")
    if form.state == "visible" and page.free == 0:
        warnings.append("팔 수 있는 주소가 없어 품절로 보입니다.")
    if form.state == "hidden" and page.subscriptions:
        warnings.append(f"정기결제 {page.subscriptions:,}건은 그대로 이어집니다. 새로 살 수만 없습니다.")
    return previews.preview(
        f"상품 ‘{page.name}’의 판매 상태를 바꿉니다",
        [Row("판매", STATES[form.state], before=STATES[page.state])],
        warnings=warnings,
        seen=plan,
    )


async def set_state(act: Act, plan: PlanId, data: StateOrder) -> PlanPage:
    """Raises PreviewChanged besides what its preview does."""
    if not await queries.lock_plan(act.conn, plan):
        raise PlanNotFound
    if (await preview_state(act.conn, plan, data)).digest != data.digest:
        raise PreviewChanged
    before = await get_page(act.conn, plan)
    if before.state == data.state:
        act.nothing_changed()
        return before
    await operating.set_state(act.conn, plan, data.state)
    act.note(
        "catalog.switch",
        "plan",
        plan,
        before={"state": before.state},
        after={"state": data.state},
        reason=data.reason,
    )
    return await get_page(act.conn, plan)


def _rows(form: PlanForm, *, before: PlanPage | None) -> list[Row]:
    """What a plan promises, and what it promised before."""

    def row(label: str, value: str, old: str | None) -> Row:
        return Row(label, value, before=None if before is None else old)

    rows = [
        row("이름", form.name.strip(), before and before.name),
        row("설명", form.description.strip(), before and before.description),
        row("기기", f"{form.device_limit}대", before and f"{before.device_limit}대"),
        row("동시 접속", f"{form.connections}대", before and f"{before.connections}대"),
        row("올리는 속도", _speed(form.upload_mbit), before and _speed(before.upload_mbit)),
        row("내려받는 속도", _speed(form.download_mbit), before and _speed(before.download_mbit)),
        row("순서", str(form.position), before and str(before.position)),
    ]
    rotation, old = form.rotates(), before.rotation if before else None
    if rotation is not None:
        rows.append(row("주소 교체", _rotation(rotation), old and _rotation(old)))
    return rows


def _speed(mbit: int | None) -> str:
    return "회선 최고 속도" if mbit is None else f"{mbit:,}Mbps"


def _rotation(rotation: RotationTerms) -> str:
    return (
        f"{rotation.least_seconds}초에 한 번, 하루 {rotation.a_day:,}번, "
        f"자동 {rotation.timer_least}분~{rotation.timer_most}분"
        f"{', 다른 /24 먼저' if rotation.other_network else ''}"
    )


def _facts(form: PlanForm) -> Facts:
    return {row.label: row.value for row in _rows(form, before=None)}
