"""What the shop seals opens with its key and at its place alone."""

import pytest
from cryptography.fernet import Fernet

from ieum.shop.kernel.sealing import Place, SealBrokenError, Sealer, SealMovedError

OLD, NEW = Fernet.generate_key().decode(), Fernet.generate_key().decode()
HERE = Place("refunds.sealed_account", "20261130-1")


def test_a_text_opens_at_its_place_and_cannot_be_read_in_the_table() -> None:
    sealer = Sealer([OLD])
    sealed = [sealer.seal("국민 110", of=HERE) for _ in range(2)]

    assert [sealer.open(one, of=HERE) for one in sealed] == ["국민 110"] * 2
    assert sealed[0] != sealed[1]
    assert "국민".encode() not in sealed[0]


@pytest.mark.parametrize(
    "there",
    [
        pytest.param(Place("refunds.sealed_account", "20261130-2"), id="another row"),
        pytest.param(Place("billing_methods.sealed_key", "20261130-1"), id="another column"),
        pytest.param(Place("refunds.sealed_account 20261130-1", ""), id="the words cut elsewhere"),
    ],
)
def test_at_another_place_it_does_not_open(there: Place) -> None:
    sealed = Sealer([OLD]).seal("110", of=HERE)

    with pytest.raises(SealMovedError):
        Sealer([OLD]).open(sealed, of=there)


def test_no_byte_of_it_can_be_changed_or_left_out() -> None:
    sealer = Sealer([OLD])
    sealed = sealer.seal("110", of=HERE)
    changed = [
        sealed[:at] + bytes([byte ^ flip]) + sealed[at + 1 :]
        for at, byte in enumerate(sealed)
        for flip in (1, 0x80, byte ^ ord("g"))
    ]

    for one in [*changed, *(sealed[:end] for end in range(len(sealed))), sealed + b"\0"]:
        if one != sealed:
            with pytest.raises(SealBrokenError):
                sealer.open(one, of=HERE)


def test_keys_of_any_age_open_what_they_sealed_and_the_newest_seals() -> None:
    before, both, after = Sealer([OLD]), Sealer([NEW, OLD]), Sealer([NEW])
    old, new = before.seal("110", of=HERE), both.seal("110", of=HERE)

    assert [both.open(one, of=HERE) for one in (old, new)] == ["110", "110"]
    assert after.open(new, of=HERE) == "110"
    with pytest.raises(SealBrokenError) as unknown:
        after.open(old, of=HERE)
    assert not isinstance(unknown.value, SealMovedError)
    with pytest.raises(SealBrokenError):
        before.open(new, of=HERE)


def test_the_form_before_does_not_open_as_if_it_were_bound() -> None:
    with pytest.raises(SealMovedError):
        Sealer([OLD]).open(Fernet(OLD).encrypt(b"110"), of=HERE)


def test_the_key_of_the_form_before_is_another_one() -> None:
    """A derived key: what one form makes says nothing to the other, whatever is sealed with both."""
    sealed = Sealer([OLD]).seal("110", of=HERE)

    with pytest.raises(SealBrokenError):
        Sealer([OLD]).open_unbound(sealed)


@pytest.mark.parametrize("keys", [[], ["short"], ["x" * 44], [OLD, "c2hvcnQ="]])
def test_keys_that_are_none_are_refused(keys: list[str]) -> None:
    with pytest.raises(ValueError, match=r"."):
        Sealer(keys)
