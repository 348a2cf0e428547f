"""Particles follow the sound of what stands before them."""

import pytest

from ieum.shop.kernel.particles import with_ro


@pytest.mark.parametrize(
    ("text", "whole"),
    [
        ("110-123-456780", "110-123-456780으로"),
        ("110-123-456781", "110-123-456781로"),
        ("110-123-456783", "110-123-456783으로"),
        ("110-123-456786", "110-123-456786으로"),
        ("110-123-456788", "110-123-456788로"),
        ("33,000원", "33,000원으로"),
        ("메일", "메일로"),
        ("KT", "KT로"),
    ],
)
def test_ro_follows_the_last_sound(text: str, whole: str) -> None:
    assert with_ro(text) == whole
