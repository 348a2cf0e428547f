"""The files of migrations: SQL, and the baseline, a folder of SQL with a file for each room."""

from pathlib import Path

MIGRATIONS = Path(__file__).parents[1] / "migrations"


def find(folder: Path = MIGRATIONS) -> list[Path]:
    """List the files and folders of migrations in their order. The name of each without its suffix is its own."""
    return sorted(path for path in folder.glob("[0-9]*") if path.is_dir() or path.suffix == ".sql")


def read_texts(folder: Path) -> list[str]:
    """Read the files of one migration that is a folder, in their order."""
    return [file.read_text(encoding="utf-8") for file in sorted(folder.glob("*.sql"))]


def newest() -> str:
    """Return the name of the last migration, which `/readyz` looks for."""
    return find()[-1].stem
