"""The file of settings: what it may say, which one is read, and that no message repeats a value."""

import subprocess
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ieum.shop.kernel.settings import SettingsError
from ieum.shop.kernel.settings_file import environment, line, parse, read

PRINTABLE = st.text().filter(str.isprintable)


@pytest.mark.parametrize(
    ("written", "value"),
    [
        ("postgresql://ieum:p%40ss@db1,db2/ieum?sslmode=require", None),
        ("", None),
        ("'이음 주식회사'", "이음 주식회사"),
        ("'a\"b$c\\d'", 'a"b$c\\d'),
        (r'''"it's \$5 \\ \"so\" \`x\`"''', r"""it's $5 \ "so" `x`"""),
    ],
    ids=["bare", "empty", "single", "literal", "double"],
)
def test_a_value_is_bare_or_quoted(written: str, value: str | None) -> None:
    assert parse(f"# the shop\n\n  NAME={written}  \r\n") == {"NAME": written if value is None else value}


@pytest.mark.parametrize(
    "wrong",
    [
        "hunter2",
        "export NAME=hunter2",
        "name=hunter2",
        "NAME =hunter2",
        "NAME= hunter2",
        "NAME=hunter2 hunter3",
        "NAME=hunter2 # a remark",
        "NAME=hunter2'",
        "NAME='hunter2",
        "NAME='hun'ter2",
        'NAME="hunter2',
        'NAME="$hunter2"',
        'NAME="hunter2\\n"',
        "NAME=$hunter2",
        "NAME=~hunter2",
        "NAME='hunter2\x00'",
        "FIRST=hunter2",
    ],
)
def test_a_wrong_line_is_named_by_its_number_and_not_by_what_it_says(wrong: str) -> None:
    with pytest.raises(SettingsError, match=r"/etc/x, line 3: ") as refused:
        parse(f"FIRST=1\n# two\n{wrong}\nLAST=1\n", name="/etc/x")

    assert "hunter2" not in str(refused.value)
    assert "\n" not in str(refused.value)


@given(PRINTABLE)
def test_a_written_line_is_read_as_what_was_meant(value: str) -> None:
    assert parse(line("IEUM_X", value)) == {"IEUM_X": value}


@pytest.mark.parametrize("value", ["~", "~root/x", "a:~/b", "*", "{a,b}", "a~b", "!", "[a]", "-n", "^", "%1"])
def test_a_shell_reads_what_stands_without_quotes_alike(tmp_path: Path, value: str) -> None:
    """Where it does not expand it; what it would, is quoted."""
    written = line("IEUM_X", value)

    said = subprocess.check_output(["sh", "-c", f"{written}\nprintf '%s' \"$IEUM_X\""], cwd=tmp_path)

    assert said.decode() == parse(written)["IEUM_X"]


def test_a_shell_reads_a_written_line_alike(tmp_path: Path) -> None:
    value = r"""`id` $HOME ${HOME} "it's" \ \n # not a remark; & | < > ( ) 이음"""
    (tmp_path / "ieum.env").write_text(
        line("IEUM_X", value) + "\n" + line("IEUM_Y", value.replace("'", "")) + "\n"
    )

    said = subprocess.check_output(
        ["sh", "-c", '. ./ieum.env; printf \'%s\\n%s\' "$IEUM_X" "$IEUM_Y"'], cwd=tmp_path
    )

    assert said.decode() == f"{value}\n{value.replace("'", '')}"


@pytest.mark.parametrize(
    ("variable", "value"), [("IEUM_X", "a\nB=c"), ("ieum", "1"), ("A B", "1"), ("", "1")]
)
def test_what_no_line_can_say_is_not_written(variable: str, value: str) -> None:
    with pytest.raises(ValueError, match=f"^{variable}$"):
        line(variable, value)


def test_a_file_that_is_not_utf8_is_refused_without_its_bytes(tmp_path: Path) -> None:
    (tmp_path / "x").write_bytes(b"A=1\nSECRET=\xff\xfe")

    with pytest.raises(SettingsError, match=r"line 2: this is not UTF-8\.$"):
        read(tmp_path / "x")


def test_the_file_that_is_named_counts_then_the_credential_then_the_usual_one(tmp_path: Path) -> None:
    named, usual, credentials = tmp_path / "named", tmp_path / "usual", tmp_path / "credentials"
    credentials.mkdir()
    for path in (named, usual, credentials / "ieum.env"):
        path.write_text(f"FROM={path.parent.name}/{path.name}\nIEUM_PORT=1\n")
    handed = {"CREDENTIALS_DIRECTORY": str(credentials)}

    assert environment({"IEUM_ENV_FILE": str(named), **handed}, usual=usual)["FROM"].endswith("/named")
    assert environment(handed, usual=usual)["FROM"] == "credentials/ieum.env"
    (credentials / "ieum.env").unlink()
    assert environment(handed, usual=usual)["FROM"].endswith("/usual")
    usual.unlink()
    assert "FROM" not in environment(handed, usual=usual)


def test_the_environment_stands_above_the_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("IEUM_PORT=1\nIEUM_WORKERS=2\n")

    merged = environment({"IEUM_ENV_FILE": str(tmp_path / "x"), "IEUM_PORT": "3"})

    assert (merged["IEUM_PORT"], merged["IEUM_WORKERS"]) == ("3", "2")


def test_an_empty_name_reads_no_file(tmp_path: Path) -> None:
    (tmp_path / "x").write_text("IEUM_PORT=1\n")

    assert environment({"IEUM_ENV_FILE": ""}, usual=tmp_path / "x") == {"IEUM_ENV_FILE": ""}


def test_a_named_file_that_is_missing_is_refused(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match="cannot be read: No such file"):
        environment({"IEUM_ENV_FILE": str(tmp_path / "x")})


def test_a_file_that_may_not_be_read_is_refused_rather_than_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A colleague without `sudo` would otherwise work on a new shop for developers."""

    def refuse(_path: Path) -> bytes:
        raise PermissionError

    (tmp_path / "x").write_text("IEUM_PORT=1\n")
    monkeypatch.setattr(Path, "read_bytes", refuse)

    with pytest.raises(SettingsError, match="run this as root"):
        environment({}, usual=tmp_path / "x")
