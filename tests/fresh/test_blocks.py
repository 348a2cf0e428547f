"""Each block of the handbook stands by itself: in any shell, in any folder, and with a command in it that fails."""

import re
import subprocess
from collections.abc import Iterator
from pathlib import PurePosixPath

import pytest

from tests.fresh.handbook import DOCS, blocks_of_commands
from tests.fresh.shell import complete_commands

_OPERATE = ("backup", "contents", "day", "night", "records", "set-up", "two-boxes", "upgrade")
PAGES = ("gateway.md", *(f"operate/{page}.md" for page in _OPERATE))
BLOCKS = [(page, block) for page in PAGES for block in blocks_of_commands((DOCS / page).read_text())]

_HEREDOC = re.compile(
    r"<<(?P<quote>'?)(?P<word>\w+)'?(?P<rest>[^\n]*)\n(?P<body>.*?)^(?P=word)$", re.DOTALL | re.MULTILINE
)
_SINGLE = re.compile(r"'[^']*'")
_QUOTED = re.compile(r"'[^']*'|\"[^\"]*\"")
_REMARK = re.compile(r"(?:^|(?<=\s))#.*$", re.MULTILINE)
_USED = re.compile(r"\$\{?([A-Za-z_]\w*)")
_SET = re.compile(r"(?:^|(?<=\s))(?:export )?([A-Za-z_]\w*)=")
_REDIRECT = re.compile(r"(?<![<0-9&])>{1,2}\s*([^\s&|;<>]+)")
# Files of the machine's own, which may hold what others need: other sites, other rules.
_OF_THE_MACHINE = {"/etc/caddy/Caddyfile", "/etc/nftables.conf", "/etc/default/etcd"}
# What these make is for other users, too, and root's umask may be 077; `install` does not ask it.
_FOR_OTHERS = re.compile(
    r"-m venv\b|\bpip install\b|(?:^|&& )(?:cp|mkdir) |(?<![<0-9&])>{1,2}\s*/(?:etc|opt|srv|usr)/",
    re.MULTILINE,
)
# Two versions may lie in one folder.
_ANY_WHEEL = re.compile(r"(?<!ls -v )(?<!\S)/\S*/ieum-\*\.whl")
# Their words cannot fail, so what they write is whole.
_LITERAL = {"echo", "printf", "cat"}
_ASKS = re.compile(r"^ieum setup$|^createuser .*--pwprompt|patronictl .* remove |compose .* setup$")
# Words that name files without a slash.
_FILE_COMMANDS = {"cp", "mv", "ln", "rm", "cat", "install", "sha256sum", "stat", "nft", "openssl", "tar"}
_FILE_NAME = re.compile(
    r"[\w-]+\.(?:key|pem|json|jsonl|sig|conf|new|env|exe|yml|yaml|private|backup|lock|whl)"
)
_RELATIVE = re.compile(r"\.{1,2}/.*|(?![sy]/)[\w.*-]+(?:/[\w.*-]+)+/?")


def faults(block: str) -> Iterator[str]:
    """Name what depends on another block, on the folder, or empties a file in use when its writer fails."""
    plain = _REMARK.sub("", _HEREDOC.sub(_without_body, block))
    if unset := sorted(_used(block) - set(_SET.findall(plain)) - {"HOME"}):
        yield f"not set in this block: {', '.join(unset)}"
    if _FOR_OTHERS.search(plain) and not block.startswith("umask 022\n"):
        yield "made for root alone if that is root's umask"
    if _ANY_WHEEL.search(plain):
        yield "one wheel or several: name the newest"
    commands = complete_commands(block)
    for command in commands:
        words = _REMARK.sub("", _HEREDOC.sub(_without_body, command)).strip()
        if _ASKS.search(words) and command is not commands[-1]:
            yield f"reads what is typed behind it: {words}"
        yield from _redirects(words)
        yield from _relative(words)


def _without_body(found: re.Match[str]) -> str:
    return f" <<END{found['rest']}"


def _used(block: str) -> set[str]:
    """Variables that a shell fills in: not those between single quotes or in a quoted here-document."""
    bodies = "".join(found["body"] for found in _HEREDOC.finditer(block) if not found["quote"])
    lines = _REMARK.sub("", _HEREDOC.sub(_without_body, block))
    return set(_USED.findall(bodies + _SINGLE.sub("", lines)))


def _redirects(command: str) -> Iterator[str]:
    steps = [step.strip() for step in re.split(r"&&|\|\||\||;|\{|\}|\n", _QUOTED.sub("_", command))]
    for step in steps:
        for target in _REDIRECT.findall(step):
            if target == "/dev/null":
                continue
            is_whole = step.split()[0] in _LITERAL or step.startswith(">")
            place = target.removesuffix(".new")
            keeps = "--backup=numbered " if place in _OF_THE_MACHINE else ""
            is_moved = target.endswith(".new") and f"mv {keeps}{target} {place}" in steps
            if not (is_whole or is_moved or target.startswith("~/")):
                yield f"emptied if its writer fails: {target}"
            if not target.startswith(("/", "~/")):
                yield f"depends on the folder: {target}"


def _relative(command: str) -> Iterator[str]:
    if re.search(r"(?:^|&&|;)\s*cd\b", command):
        yield f"changes the folder for what follows: {command}"
    for step in re.split(r"&&|\|\||\||;|\n", _QUOTED.sub("_", command)):
        words = step.split()
        name = PurePosixPath(words[0]).name if words else ""
        for word in words[1:]:
            value = word.rpartition("=")[2]
            if _RELATIVE.fullmatch(value) or (name in _FILE_COMMANDS and _FILE_NAME.fullmatch(value)):
                yield f"depends on the folder: {value}"
        if words and _RELATIVE.fullmatch(words[0]):
            yield f"depends on the folder: {words[0]}"


@pytest.mark.parametrize(
    ("page", "block"), BLOCKS, ids=[f"{page}-{number}" for number, (page, _) in enumerate(BLOCKS)]
)
def test_a_block_of_the_handbook_stands_by_itself(page: str, block: str) -> None:
    done = subprocess.run(["bash", "-n"], input=block, capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, ""), page
    assert list(faults(block)) == [], page


def test_the_pages_have_commands() -> None:
    assert {page for page, _ in BLOCKS} == {*PAGES}
    assert len(BLOCKS) > 40


@pytest.mark.parametrize(
    ("block", "says"),
    [
        ("sed s/a/b/ /opt/Caddyfile >/etc/caddy/Caddyfile\n", "emptied"),
        ("sed s/a/b/ /opt/Caddyfile >/etc/caddy/Caddyfile && systemctl restart caddy\n", "emptied"),
        ("sed s/a/b/ /opt/C >/etc/C.new; true\nmv /etc/C.new /etc/other\n", "emptied"),
        ("sed -f /dev/stdin /opt/box.yml >/etc/box.yml <<END\ns/a/b/\nEND\n", "emptied"),
        ("openssl rand -hex 24 >secrets/password\n", "depends on the folder: secrets/password"),
        ("cp systemd/* /etc/systemd/system/\n", "depends on the folder: systemd/*"),
        ("install -m 644 restart.conf /etc/restart.conf\n", "depends on the folder: restart.conf"),
        ("openssl pkeyutl -verify -inkey key.pem -in /root/x.json\n", "depends on the folder: key.pem"),
        (
            "deploy/patroni/make-certificates ~/tls\n",
            "depends on the folder: deploy/patroni/make-certificates",
        ),
        ("cd /root/patroni\ninstall -m 644 /root/a /etc/a\n", "changes the folder"),
        ("mkdir -p /opt/shop && cd /opt/shop\n", "changes the folder"),
        ('sed "s/a/$NAME/" /opt/a >/etc/a.new && mv /etc/a.new /etc/a\n', "not set in this block: NAME"),
        ("cat >/root/a <<END\n$NAME\nEND\n", "not set in this block: NAME"),
        ('$BIN/psql "$URL" -c "DELETE FROM a"\n', "not set in this block: BIN, URL"),
        ("ieum setup\nieum content import\n", "reads what is typed"),
        ("python3 -m venv /opt/a\n", "root's umask"),
        ("install -d /opt/a && cp /opt/b/* /opt/a\n", "root's umask"),
        ("sed s/a/b/ /opt/C >/etc/C.new && mv /etc/C.new /etc/C\n", "root's umask"),
        ("umask 022\n/opt/a/bin/pip install --no-deps /root/dist/ieum-*.whl\n", "name the newest"),
        (
            "sed s/a/b/ /opt/C >/etc/caddy/Caddyfile.new && mv /etc/caddy/Caddyfile.new /etc/caddy/Caddyfile\n",
            "emptied",
        ),
    ],
)
def test_what_depends_on_something_else_is_found(block: str, says: str) -> None:
    assert [fault for fault in faults(block) if says in fault]


@pytest.mark.parametrize(
    "block",
    [
        'umask 022\nNAME=a\nsed "s/a/$NAME/" /opt/a >/etc/a.new &&\n  mv /etc/a.new /etc/a\n',
        "umask 022\necho 'a = b' >/etc/a.conf\n",
        "umask 022\ncat >/etc/a.conf <<'END'\n$three ./b > c\nEND\n",
        "curl -sSf 'https://SHOP/a?b=1' >>~/a.jsonl      # a/b is $NAME\n",
        "journalctl -u a | jq -c '[.path, $x]'\n",
    ],
)
def test_what_stands_by_itself_has_no_fault(block: str) -> None:
    assert list(faults(block)) == []
