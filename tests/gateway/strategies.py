"""Hypothesis strategies that draw from few keys and addresses, so that examples collide."""

from datetime import timedelta

from hypothesis import strategies as st

from ieum.gateway.protocol import Difference, Message
from tests.gateway.builders import KEYS, NOW, Peer, a_state, in_two

TUNNELS = [f"10.64.0.{number}" for number in range(2, 8)]
EXITS = ["203.0.113.10", "203.0.113.11", "198.51.100.10", "192.0.2.9"]

peers = st.builds(
    Peer,
    public_key=st.sampled_from(KEYS),
    tunnel_address=st.sampled_from(TUNNELS),
    exit_address=st.sampled_from(EXITS),
    until=st.sampled_from([NOW - timedelta(seconds=1), NOW, NOW + timedelta(seconds=1)]),
)
addresses_by_key = st.dictionaries(st.sampled_from(KEYS), st.sampled_from(TUNNELS))


@st.composite
def conversations(draw: st.DrawFn) -> list[Message]:
    """A whole state followed by differences, whose revisions mostly rise and sometimes repeat."""
    messages: list[Message] = [
        a_state(*draw(st.lists(peers, max_size=4, unique_by=lambda peer: peer.public_key)))
    ]
    revision = 1
    for _ in range(draw(st.integers(0, 6))):
        revision += draw(st.sampled_from([0, 1, 1, 3]))
        put = draw(st.lists(peers, max_size=3, unique_by=lambda peer: peer.public_key))
        removed = sorted(set(draw(st.lists(st.sampled_from(KEYS), max_size=2))) - {p.public_key for p in put})
        exits, endpoints = in_two(put)
        messages.append(Difference(revision, exits, removed, endpoints, removed))
    return messages
