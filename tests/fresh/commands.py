"""Which of the handbook's commands a rehearsal runs, and what it fills in where a person would.

Nothing is run here: the gate reads the handbook by this, so that nobody can change one without the other.
"""

from typing import NamedTuple

from tests.fresh.handbook import Chapter, filled

# As the handbook has them, so they need not be filled in.
SHOP = "shop.your-name.kr"
OWNER = "owner@your-name.kr"
BOX1, BOX2, WITNESS = "10.0.0.11", "10.0.0.12", "10.0.0.13"

ANSWERS = "/root/answers"
PASSWORD = "of-this-rehearsal-alone"
# Somebody looks at what the doctor lists; it is no reason to stop.
_DOCTOR = {"ieum doctor\n": 'ieum doctor || echo "exit code $?"\n'}
_MAKE_FOLDER = "python3 -m venv /opt/ieum\n"
_SETUP = {"ieum setup\n": f"ieum setup --answers {ANSWERS}\n"}


class OneBox(NamedTuple):
    programs: str
    units: str
    asking: str
    settings: str
    caddy: str
    owner: str


class Backups(NamedTuple):
    place: str
    settings: str
    """Lines of the settings file."""
    units: str


class Upgrade(NamedTuple):
    backup: str
    beside: str
    database: str
    programs: str
    gateway: str


class Restore(NamedTuple):
    database: str
    start: str


class TwoBoxes(NamedTuple):
    certificates: str
    programs: str
    witness: str
    etcd: dict[str, str]
    """By the machine's name."""
    leads: str
    database: dict[str, str]
    """By the box's name."""
    role: str
    answers: dict[str, str]
    """What `ieum setup` is told that one box is not."""
    asking: str
    settings: str
    serving: str
    owner: str


class Gateway(NamedTuple):
    programs: str
    without_kernel: str
    enrolment: str
    lines: str


def python_of_debian12(programs: str, *, is_brought: bool = False) -> str:
    """The same programs with the Python that Debian 12 lacks; `is_brought`: it lies in its place already."""
    chapter = Chapter("operate/set-up.md", "Debian 12")
    fill = {"/opt/uv/bin/uv python install": ": /opt/uv/bin/uv python install"} if is_brought else {}
    python = chapter.take("type this instead", fill)
    chapter.end()
    return filled(programs, {_MAKE_FOLDER: python}, where="the programs")


def one_box() -> OneBox:
    chapter = Chapter("operate/set-up.md", "Set up", until="**Tried**")
    programs = chapter.take("**1. Programs.**")
    units = chapter.take("**2. Users and units.**")
    asking = chapter.take("**3. Settings and database.**", _SETUP)
    settings = chapter.take("Then the texts")
    chapter.take("A database on another machine")
    caddy = chapter.take("**4. Caddy**")
    owner = chapter.take("Then the first owner", _DOCTOR)
    chapter.end()
    return OneBox(programs, units, asking, settings, caddy, owner)


def backups(*, recovery_key: str = "KEY") -> Backups:
    chapter = Chapter("operate/backup.md", "Backups", until="**Restore.**")
    place = chapter.take(
        "**Set up**",
        {"PASSWORD '…'": f"PASSWORD '{PASSWORD}'"},
    )
    # On another machine: whoever runs the rehearsal makes it.
    chapter.take("On the owner's machine")
    lines = {"ieum_backup:…@": f"ieum_backup:{PASSWORD}@", "ieum-recovery-public-…": recovery_key}
    settings = chapter.take("Then lines in `/etc/ieum/ieum.env`:", lines)
    units = chapter.take("| `IEUM_RCLONE_CONFIG` |")
    chapter.end()
    return Backups(place, settings, units)


def upgrade() -> Upgrade:
    chapter = Chapter("operate/upgrade.md", "Upgrades")
    steps = (
        "**1. A backup.**",
        "**2. The new",
        "**3. The database.**",
        "**4. The programs**",
        "**6. Gateways**",
    )
    blocks = [chapter.take(step) for step in steps]
    chapter.end()
    return Upgrade(*blocks)


def restore() -> Restore:
    """Restore all that there is, not up to a moment."""
    chapter = Chapter(
        "operate/backup.md", "Backups", since="**Restore.**", until="**A standby that took over"
    )
    database = chapter.take("as root:", {' --to "2026-11-26 19:00:03"': ""})
    start = chapter.take("After a restore")
    chapter.end()
    return Restore(database, start)


def firewall() -> list[str]:
    """Return the blocks for one box, one after the other."""
    chapter = Chapter("operate/set-up.md", "A firewall")
    one = chapter.take("One box:")
    for others in ("Two boxes", "The witness"):
        chapter.take(others)
    loading, keeping = chapter.take("Then on each"), chapter.take("Log in a second time")
    chapter.end()
    return [one, loading, keeping]


def two_boxes() -> TwoBoxes:
    chapter = Chapter("operate/two-boxes.md", "Two boxes and a witness", until="**Tried**")
    # Where the rehearsal makes them.
    certificates = chapter.take("**1. Certificates**", {"~/ieum/": "", "~/tls": "tls"})
    programs = chapter.take("**2. Programs**")
    witness = chapter.take("On the witness:")
    etcd = chapter.take("**3. etcd**")
    machines = {"box1": BOX1, "box2": BOX2, "witness": WITNESS}
    each = {name: _own(etcd, name, address) for name, address in machines.items()}
    leads = chapter.take("Then on the witness")
    no_watchdog = """printf 'watchdog: {mode: "off"}\\n' >>/etc/ieum/patroni/50-box.yml"""
    database = chapter.take(
        "**4. The database**",
        {
            "SUPERUSER= REPLICATION=": f"SUPERUSER={PASSWORD}-1 REPLICATION={PASSWORD}-2",
            # As the handbook says of a machine that can have none.
            "install -m 644 /root/patroni/ieum-patroni": f"{no_watchdog}\ninstall -m 644 /root/patroni/ieum-patroni",
        },
    )
    databases = {name: _own(database, name, machines[name]) for name in ("box1", "box2")}
    role = chapter.take("Once, on box1:", {"PASSWORD '…'": f"PASSWORD '{PASSWORD}'"})
    told = {
        "IEUM_LISTEN": chapter.find(r"to listen on `([^`]+)`"),
        "IEUM_TRUSTED_PROXIES": chapter.find(r"of the proxies `([^`]+)`"),
        "IEUM_DATABASE_URL": chapter.take("**5. The shop.**", {"ieum:…@": f"ieum:{PASSWORD}@"}).strip(),
    }
    # The machines of a rehearsal have no sshd: the file is carried over by whoever runs it.
    asking = chapter.take("The rest as on one box", _SETUP)
    settings = chapter.take("Then the texts", {"scp -p ": ": scp -p "})
    serving = chapter.take("Then on both, box1 first.")
    owner = chapter.take("At last, on box1", _DOCTOR)
    chapter.end()
    return TwoBoxes(
        certificates,
        programs,
        witness,
        each,
        leads,
        databases,
        role,
        told,
        asking,
        settings,
        serving,
        owner,
    )


def _own(block: str, name: str, address: str) -> str:
    """Fill in a machine's own name and address."""
    fill = {"NAME=box1": f"NAME={name}", f"ADDRESS={BOX1}": f"ADDRESS={address}"}
    return filled(block, fill, where=f"what {name} is given")


def gateway(*, code: str = "CODE", recovery_key: str = "KEY", has_kernel: bool = False) -> Gateway:
    chapter = Chapter("gateway.md", "Running it")
    go = {} if has_kernel else {"wireguard-tools ": "wireguard-tools wireguard-go "}
    shop = {"https://shop.example": f"https://{SHOP}"}
    programs = chapter.take("**1. Programs**", go)
    enrolment = chapter.take(
        "**2. Enrolment.**",
        {"--code CODE": f"--code {code}", "ieum-recovery-public-…": recovery_key, **shop},
    )
    without_kernel = chapter.take("With `wireguard-go`")
    lines = chapter.take("The lines and the start", {"eth0": "kt0", "eth1": "skb0", **shop})
    chapter.end()
    return Gateway(programs, without_kernel, enrolment, lines)
