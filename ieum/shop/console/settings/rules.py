"""Describes the settings, and what a change of them means. Pure."""

from collections.abc import Mapping

from ieum.shop.console.settings.types import SettingGroup, SettingOption, SettingShown, SettingsPage
from ieum.shop.console.settings.words import GROUPS, SettingWords
from ieum.shop.desk.changes import Shown
from ieum.shop.desk.types import Row
from ieum.shop.kernel.errors import Field
from ieum.shop.site.fields import COLUMNS, FOOTER, SettingValue

type Values = Mapping[str, SettingValue]

# What one person alone does not raise, and what the preview says of it.
RAISED_BY_TWO = {
    "staff_refund_limit": "하루에 혼자 내주는 한도를 올리는 일이라 두 번째 사람이 확인해야 바뀝니다.",
    "point_percent": "적립을 늘리는 것은 값을 내리는 것과 같아 두 번째 사람이 확인해야 바뀝니다.",
}


def page(values: Values) -> SettingsPage:
    return SettingsPage(
        [group(name, values) for name in GROUPS],
        [label for name, label in FOOTER.items() if not values[name]],
    )


def group(name: str, values: Values) -> SettingGroup:
    words = GROUPS[name]
    return SettingGroup(
        name, words.label, [_shown(field, said, values[field]) for field, said in words.fields.items()]
    )


def _shown(name: str, said: SettingWords, value: SettingValue) -> SettingShown:
    column = COLUMNS[name]
    return SettingShown(
        name=name,
        label=said.label,
        effect=said.effect,
        kind=column.kind,
        value=value,
        unit=said.unit,
        least=column.least,
        most=column.most,
        options=[SettingOption(option, said.options[option]) for option in column.options],
        required=name in FOOTER,
    )


def wrong(name: str, values: Values) -> list[Field]:
    """Only what the table's own room does not know."""
    return [
        Field(field, "unknown", "이 화면에 없는 설정입니다.")
        for field in values
        if field not in GROUPS[name].fields
    ]


def why_two(before: Values, after: Values) -> str | None:
    """Say why a change needs a second person.

    A person who raises the refunds' limit could give back more alone by it, and points for each order are a price cut.
    """
    return next((why for name, why in RAISED_BY_TWO.items() if _is_raised(name, before, after)), None)


def _is_raised(name: str, before: Values, after: Values) -> bool:
    value, now = after.get(name), before.get(name)
    return isinstance(value, int) and isinstance(now, int) and value > now


def preview(name: str, before: Values, after: Values) -> Shown:
    """`after` has what changes alone."""
    words = GROUPS[name]
    rows = [
        Row(
            words.fields[field].label,
            said(words.fields[field], value),
            said(words.fields[field], before[field]),
        )
        for field, value in after.items()
    ]
    warnings = [caution for field in after if (caution := words.fields[field].caution)]
    missing = [FOOTER[field] for field in words.fields if field in FOOTER and not {**before, **after}[field]]
    if missing:
        warnings.append(f"법에 따라 보여야 하는데 아직 비어 있습니다: {', '.join(missing)}")
    warnings += [why for field, why in RAISED_BY_TWO.items() if _is_raised(field, before, after)]
    return Shown(title=f"{words.label} 설정을 바꿉니다", rows=rows, warnings=warnings, seen=dict(after))


def said(words: SettingWords, value: SettingValue) -> str:
    """As people read it."""
    if isinstance(value, bool):
        return "켬" if value else "끔"
    if isinstance(value, int):
        return f"{value:,}{words.unit}"
    return words.options.get(value, value)
