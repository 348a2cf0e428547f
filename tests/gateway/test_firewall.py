"""What is loaded into the firewall table and which connections are cut, against a kernel in memory."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import pytest

from ieum.gateway import connections, firewall
from ieum.gateway.rules import TABLE, Exit, TableElements, TableLayout
from ieum.gateway.shell import CommandError
from ieum.gateway.uplinks import Line
from tests.gateway.builders import KT, SKB
from tests.gateway.memory_host import MemoryGuard

LAYOUT = TableLayout("ieum0", "10.64.0.0/10", "10.64.0.1", (KT, SKB))
KIM, LEE = "10.64.0.2", "10.64.0.3"


def with_exits(**exits: str) -> TableElements:
    """The exit addresses of the customers kim and lee."""
    names = {"kim": KIM, "lee": LEE}
    return TableElements(
        {names[name]: Exit(address, KT.mark) for name, address in exits.items()}, frozenset()
    )


@dataclass
class Kernel:
    """Holds the table as text and understands only its map of exits; conntrack can be made to fail."""

    table: str | None = None
    cut: list[str] = field(default_factory=list[str])
    sources: list[str] = field(default_factory=list[str])
    flows: list[tuple[str, str]] = field(default_factory=list[tuple[str, str]])
    """Open connections: tunnel address and exit address."""
    open_when_cut: list[bool] = field(default_factory=list[bool])
    """Whether customers could open connections while all were cut."""
    marked_when_cut: list[bool] = field(default_factory=list[bool])
    """Whether the customer kim had a way out while connections were cut."""
    refuses: bool = False
    is_out_of_breath: bool = False

    def run(self, *argv: str, stdin: str = "") -> str:
        match argv:
            case ("nft", "-f", "-"):
                self._load(stdin)
                return ""
            case ("nft", "list", "tables"):
                return "table ip nat\n" + ("" if self.table is None else f"table {TABLE}\n")
            case ("nft", "list", *_) if self.is_out_of_breath:
                raise CommandError("nft: no answer within 30 s")
            case ("nft", "list", *_) | ("nft", "--terse", "list", *_):
                return self._listing()
            case ("conntrack", "-D", "-s", address):
                if self.refuses:
                    raise CommandError("conntrack: Operation failed: Interrupted system call")
                self.cut.append(address)
                self.marked_when_cut.append(self._is_marked(KT) or self._is_marked(SKB))
                self.open_when_cut.append("203.0.113" in self._listing())
                return ""
            case ("conntrack", "-D", "-s", address, "-q", exit_address):
                if self.refuses:
                    raise CommandError("conntrack: Operation failed: Interrupted system call")
                self.cut.append(f"{address} by {exit_address}")
                self.marked_when_cut.append(self._is_marked(KT) or self._is_marked(SKB))
                return ""
            case _:
                raise AssertionError(argv)

    def run_lines(self, *argv: str) -> Iterator[str]:
        assert argv[:2] == ("conntrack", "-L")
        if self.refuses:
            raise CommandError("conntrack: ended with 1")
        for tunnel, exit_address in [*((source, "203.0.113.10") for source in self.sources), *self.flows]:
            yield (
                f"tcp      6 431999 ESTABLISHED src={tunnel} dst=198.18.0.1 sport=40112 dport=80 "
                f"src=198.18.0.1 dst={exit_address} sport=80 dport=40112 [ASSURED] mark=0 use=1"
            )

    def _is_marked(self, line: Line) -> bool:
        return f"{KIM} : {line.mark}" in self._listing()

    def _listing(self) -> str:
        if self.table is None:
            raise CommandError("nft: Error: No such file or directory")
        return self.table

    def _load(self, orders: str) -> None:
        if "delete table" in orders:
            self.table = orders
            return
        for line in orders.splitlines():
            match = re.fullmatch(r"(\w+) element inet ieum (\w+) \{ (.+) \}", line)
            assert match
            verb, name, elements = match.groups()
            before, head, rest = self._listing().partition(f"{name} {{")
            for element in elements.split(", "):
                if verb == "delete":
                    rest = re.sub(rf"\b{re.escape(element)} : \S+,?", "", rest, count=1)
                else:
                    rest = f" {element} , {rest}"
            self.table = before + head + rest


def by_line(line: Line, address: str) -> TableElements:
    return TableElements({KIM: Exit(address, line.mark)}, frozenset())


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> Kernel:
    kernel = Kernel()
    for tools in (firewall, connections):
        monkeypatch.setattr(tools, "run", kernel.run)
    monkeypatch.setattr(connections, "run_lines", kernel.run_lines)
    return kernel


@pytest.mark.parametrize("number", [1, 9], ids=["few-addresses", "many-addresses"])
def test_connections_that_could_not_be_cut_are_cut_at_the_next_apply(kernel: Kernel, number: int) -> None:
    """Otherwise they would keep using the old exit address, which is later sold to somebody else."""
    everybody = [f"10.64.1.{n}" for n in range(number)]
    before, after = (
        TableElements({one: Exit(address, KT.mark) for one in everybody}, frozenset())
        for address in ("203.0.113.10", "203.0.113.20")
    )
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, before)
    kernel.sources = everybody
    kernel.cut.clear()

    kernel.refuses = True
    with pytest.raises(CommandError):
        table.apply(LAYOUT, after)
    kernel.refuses = False
    table.apply(LAYOUT, after)
    once = sorted(kernel.cut)
    table.apply(LAYOUT, after)

    assert once == [f"{one} by 203.0.113.10" for one in everybody]
    assert sorted(kernel.cut) == once


@pytest.mark.parametrize("how", ["change", "apply", "start"])
def test_a_peer_that_gets_another_line_is_let_out_by_none_until_its_connections_are_cut(
    kernel: Kernel, how: str
) -> None:
    """Else their packets leave by the new line with an address of the old one."""
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, by_line(KT, "203.0.113.10"))
    kernel.flows = [(KIM, "203.0.113.10")]
    kernel.cut.clear()
    kernel.marked_when_cut.clear()

    wanted = by_line(SKB, "198.51.100.10")
    match how:
        case "change":
            table.change(wanted.exits, ())
            table.cut()
        case "apply":
            table.apply(LAYOUT, wanted)
        case _:
            firewall.Firewall(MemoryGuard()).apply(LAYOUT, wanted)

    assert (kernel.cut, kernel.marked_when_cut) == ([KIM], [False])
    assert f"{KIM} : {SKB.mark}" in (kernel.table or "")


def test_a_line_that_only_got_another_number_cuts_nobody(kernel: Kernel) -> None:
    """An operator who names the lines in another order has changed nothing."""
    firewall.Firewall(MemoryGuard()).apply(LAYOUT, by_line(KT, "203.0.113.10"))
    first, second = replace(SKB, mark=KT.mark), replace(KT, mark=SKB.mark)
    kernel.flows = [(KIM, "203.0.113.10")]
    kernel.cut.clear()

    firewall.Firewall(MemoryGuard()).apply(
        replace(LAYOUT, lines=(first, second)), by_line(second, "203.0.113.10")
    )

    assert kernel.cut == []


def test_of_a_peer_with_a_new_exit_address_only_connections_by_the_old_one_are_cut(kernel: Kernel) -> None:
    """One that it has just opened by the new address waits for its answer already."""
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, with_exits(kim="203.0.113.10", lee="203.0.113.11"))
    kernel.cut.clear()

    table.apply(LAYOUT, with_exits(kim="203.0.113.12", lee="203.0.113.11"))

    assert kernel.cut == [f"{KIM} by 203.0.113.10"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("snat ip to ip saddr map @exits", "", id="a rule is gone"),
        pytest.param(f"{KIM} : 203.0.113.10", "", id="an element is gone"),
        pytest.param("203.0.113.10", "203.0.113.66", id="another exit"),
        pytest.param(None, "", id="the table is gone"),
    ],
)
def test_a_table_that_was_changed_from_outside_is_put_back(kernel: Kernel, old: str | None, new: str) -> None:
    """Meanwhile connections may have left by a wrong address or untranslated, so all of them are cut."""
    content = with_exits(kim="203.0.113.10", lee="203.0.113.11")
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, content)
    right = kernel.table
    kernel.cut.clear()

    kernel.table = None if old is None else str(kernel.table).replace(old, new)
    table.apply(LAYOUT, content)

    assert kernel.table == right
    assert kernel.cut == [LAYOUT.tunnel_network]


@pytest.mark.parametrize("is_restarted", [False, True], ids=["the-agent-goes-on", "the-agent-is-started"])
def test_a_table_that_cannot_be_read_is_not_taken_for_none(kernel: Kernel, *, is_restarted: bool) -> None:
    """Else every customer's connections would be cut because `nft` was slow once."""
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, with_exits(kim="203.0.113.10", lee="203.0.113.11"))
    kernel.cut.clear()
    if is_restarted:
        table = firewall.Firewall(MemoryGuard())

    kernel.is_out_of_breath = True
    with pytest.raises(CommandError, match="no answer"):
        table.apply(LAYOUT, with_exits(kim="203.0.113.12", lee="203.0.113.11"))
    meanwhile = list(kernel.cut)
    kernel.is_out_of_breath = False
    table.apply(LAYOUT, with_exits(kim="203.0.113.12", lee="203.0.113.11"))

    assert (meanwhile, kernel.cut) == ([], [f"{KIM} by 203.0.113.10"])


def test_nobody_can_open_a_connection_that_is_then_cut_with_the_wrong_ones(kernel: Kernel) -> None:
    content = with_exits(kim="203.0.113.10")
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, content)
    right, kernel.table = kernel.table, None

    table.apply(LAYOUT, content)

    assert kernel.open_when_cut == [False, False]
    assert kernel.table == right


def test_if_connections_cannot_be_cut_customers_are_served_and_it_is_tried_again(kernel: Kernel) -> None:
    content = with_exits(kim="203.0.113.10")
    table = firewall.Firewall(MemoryGuard())
    kernel.refuses = True
    with pytest.raises(CommandError):
        table.apply(LAYOUT, content)
    served = kernel.table
    kernel.refuses = False

    table.apply(LAYOUT, content)

    assert KIM in str(served)
    assert kernel.cut == [LAYOUT.tunnel_network]


def test_a_restarted_agent_cuts_only_peers_whose_exit_changed_meanwhile(kernel: Kernel) -> None:
    firewall.Firewall(MemoryGuard()).apply(LAYOUT, with_exits(kim="203.0.113.10", lee="203.0.113.11"))
    kernel.cut.clear()

    firewall.Firewall(MemoryGuard()).apply(LAYOUT, with_exits(kim="203.0.113.12", lee="203.0.113.11"))

    assert kernel.cut == [f"{KIM} by 203.0.113.10"]


def test_what_a_tail_lets_run_is_cut_when_the_tail_ends(kernel: Kernel) -> None:
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, with_exits(kim="203.0.113.10", lee="203.0.113.11"))
    kernel.cut.clear()

    moved = {KIM: Exit("203.0.113.12", KT.mark, "203.0.113.10"), LEE: Exit("203.0.113.11", KT.mark)}
    table.apply(LAYOUT, TableElements(moved, frozenset()))
    during = list(kernel.cut)
    table.apply(LAYOUT, with_exits(kim="203.0.113.12", lee="203.0.113.11"))

    assert (during, kernel.cut) == ([], [f"{KIM} by 203.0.113.10"])


def test_a_further_change_ends_the_tail(kernel: Kernel) -> None:
    table = firewall.Firewall(MemoryGuard())
    table.apply(LAYOUT, TableElements({KIM: Exit("203.0.113.12", KT.mark, "203.0.113.10")}, frozenset()))
    kernel.cut.clear()

    table.apply(LAYOUT, TableElements({KIM: Exit("203.0.113.13", KT.mark, "203.0.113.12")}, frozenset()))

    assert kernel.cut == [f"{KIM} by 203.0.113.10"]


def test_a_restarted_agent_cuts_what_runs_on_by_a_tail_that_has_ended_meanwhile(kernel: Kernel) -> None:
    """The table knows nothing of tails, and the address may have another owner by now."""
    moved = {
        KIM: Exit("203.0.113.12", KT.mark, "203.0.113.10"),
        LEE: Exit("203.0.113.13", KT.mark, "203.0.113.11"),
    }
    firewall.Firewall(MemoryGuard()).apply(LAYOUT, TableElements(moved, frozenset()))
    kernel.cut.clear()
    kernel.flows = [(KIM, "203.0.113.10"), (KIM, "203.0.113.12"), (LEE, "203.0.113.11")]

    after = {KIM: Exit("203.0.113.12", KT.mark), LEE: moved[LEE]}
    firewall.Firewall(MemoryGuard()).apply(LAYOUT, TableElements(after, frozenset()))

    assert kernel.cut == [f"{KIM} by 203.0.113.10"]


def test_after_an_outside_change_all_connections_are_cut_however_many_peers_were_removed(
    kernel: Kernel,
) -> None:
    table = firewall.Firewall(MemoryGuard())
    table.apply(
        LAYOUT, TableElements({f"10.64.1.{n}": Exit("203.0.113.10", KT.mark) for n in range(9)}, frozenset())
    )
    kernel.cut.clear()

    kernel.table = str(kernel.table).replace("drop", "")
    table.apply(LAYOUT, with_exits(kim="203.0.113.10"))

    assert kernel.cut == [LAYOUT.tunnel_network]
