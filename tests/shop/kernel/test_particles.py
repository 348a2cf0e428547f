"""Particles follow the sound of what stands before them."""

import pytest

from ieum.shop.kernel.particles import Particle, with_particle, with_ro


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
        ("help@ieum.example.com", "help@ieum.example.com으로"),
        ("help@ieum.example.kr", "help@ieum.example.kr로"),
        ("‘환불처리중’", "‘환불처리중’으로"),
        ("‘이용정지’", "‘이용정지’로"),
    ],
)
def test_ro_follows_the_last_sound(text: str, whole: str) -> None:
    assert with_ro(text) == whole


@pytest.mark.parametrize(
    ("text", "particle", "whole"),
    [
        ("서울", "을/를", "서울을"),
        ("부산 게이트웨이", "을/를", "부산 게이트웨이를"),
        ("‘결제완료’", "이/가", "‘결제완료’가"),
        ("‘입금’", "이/가", "‘입금’이"),
        ("seoul-1", "을/를", "seoul-1을"),
        ("seoul-2", "을/를", "seoul-2를"),
        ("seoul-9", "은/는", "seoul-9는"),
        ("203.0.113.10", "은/는", "203.0.113.10은"),
        ("ntp.example.com", "이/가", "ntp.example.com이"),
        ("/etc/ieum/shop.env", "을/를", "/etc/ieum/shop.env를"),
        ("RADIUS URL", "과/와", "RADIUS URL과"),
        ("(주)이음", "은/는", "(주)이음은"),
        ("", "이/가", "가"),
    ],
)
def test_a_particle_follows_the_last_sound(text: str, particle: Particle, whole: str) -> None:
    assert with_particle(text, particle) == whole
