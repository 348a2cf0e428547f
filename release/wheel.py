"""`make wheel`: one file that a machine without Node installs, and the lock files that its packages are installed by.

There is one of the shop, and one of the agent, for the host of a gateway.

The wheel has what is committed to Git and nothing else that lies around, beside two things that are built: the list of
components, and the pages, anew, because a folder that was built into before still has older files. The same commit
gives the same bytes on every machine that has the same Python and Node.
"""

import argparse
import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from zipfile import ZipFile

from flit_core.wheel import make_wheel_in  # pyright: ignore[reportUnknownVariableType] - it ships no types

from release.gateway_lock import of_agent
from supply import sbom

ROOT = Path(__file__).resolve().parents[1]
# Each into its folder of the pages, as `npm run build` does.
BUILDS = (("client",), ("server", "--ssr"), ("console", "--config", "vite.console.config.ts"))
# Where `ieum/common/files.py` looks for what is not code.
CARRIED = Path("ieum", "carried")


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="make wheel")
    parser.add_argument("--out", type=Path, default=ROOT / "dist")
    parser.add_argument("--pages", type=Path, help="pages that are built already")
    parser.add_argument(
        "--before", type=Path, help="the wheel before, whose pages' files stay for tabs that are open"
    )
    options = parser.parse_args(argv)
    options.out.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as made:
        pages = options.pages or build_pages(Path(made))
        print(build_wheel(options.out, pages, before=options.before))
    shutil.copyfile(ROOT / "requirements.lock", options.out / "requirements.lock")
    (options.out / "requirements-gateway.lock").write_text(of_agent((ROOT / "requirements.lock").read_text()))
    return 0


def build_pages(to: Path, *, root: Path = ROOT) -> Path:
    for name, *words in BUILDS:
        argv = ("npx", "vite", "build", "--logLevel", "error", "--outDir", str(to / name), *words)
        subprocess.run(argv, cwd=root / "web", check=True)
    return to


def build_wheel(out: Path, pages: Path, *, root: Path = ROOT, before: Path | None = None) -> Path:
    """Return the wheel, which is written into the folder `out`."""
    with TemporaryDirectory() as made:
        stage = Path(made)
        for name in _committed(root):
            kept = stage / (CARRIED / name if name.parts[0] in {"deploy", "requirements.lock"} else name)
            kept.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(root / name, kept)
        (stage / "ieum" / sbom.NAME).write_text(sbom.build(), encoding="utf-8")
        shutil.copytree(pages, stage / CARRIED / "web", ignore=shutil.ignore_patterns(".built", "build.log"))
        if before:
            _keep_chunks(before, stage)
        _forget_modes(stage)
        os.environ["SOURCE_DATE_EPOCH"] = _git(root, "log", "-1", "--format=%ct").strip()
        wheel = Path(make_wheel_in(stage / "pyproject.toml", out).file)
    wheel.chmod(0o644)  # flit leaves it for its maker alone, and it is for everybody
    return wheel


def _committed(root: Path) -> list[Path]:
    # Stand-ins for providers have no business on a shop's machine, and their packages are not in its lock file.
    wanted = ("ieum", ":!ieum/dev", "deploy", "pyproject.toml", "requirements.lock")
    listed = _git(root, "ls-files", "-z", *wanted)
    return [Path(name) for name in listed.split("\0") if name and (root / name).exists()]


def _keep_chunks(before: Path, stage: Path) -> None:
    """Take over the files that pages of the release before still ask for, in tabs opened before an upgrade."""
    with ZipFile(before) as wheel:
        for name in wheel.namelist():
            is_chunk = name.startswith(f"{CARRIED}/web/") and "/assets/" in name
            if is_chunk and not (stage / name).exists():
                wheel.extract(name, stage)


def _forget_modes(stage: Path) -> None:
    """Make files alike whatever umask made them; nothing in a wheel is a program."""
    for path in stage.rglob("*"):
        path.chmod(0o755 if path.is_dir() else 0o644)


def _git(root: Path, *words: str) -> str:
    return subprocess.check_output(("git", *words), cwd=root, text=True)


if __name__ == "__main__":
    sys.exit(main())
