"""What is on the line to the mail server: codes, and the shop's own password there."""

import asyncio
import ipaddress
import ssl
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from aiosmtpd.smtp import SMTP, AuthResult
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID

from ieum.shop.messaging.drivers import SmtpMailer, TlsMissingError
from ieum.shop.messaging.queries import Message

MAIL = Message(7, "mail", "hong@example.com", "[이음] 인증번호 안내", "인증번호는 123456 입니다.", None)


class Mailbox:
    """Notes whether each mail came encrypted, and each password that was shown."""

    def __init__(self) -> None:
        self.encrypted: list[bool] = []
        self.passwords: list[bytes] = []

    async def handle_DATA(self, _server: Any, session: Any, _envelope: Any) -> str:  # noqa: N802 - its name
        self.encrypted.append(session.ssl is not None)
        return "250 OK"

    def authenticate(self, _server: Any, _session: Any, _envelope: Any, _way: str, shown: Any) -> AuthResult:
        self.passwords.append(shown.password)
        return AuthResult(success=True)


@pytest.fixture
def certificate(tmp_path: Path) -> Path:
    """Of the server at 127.0.0.1, signed by itself."""
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "127.0.0.1")])
    made = (
        x509.CertificateBuilder(name, name, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(
            x509.SubjectAlternativeName([x509.IPAddress(ipaddress.ip_address("127.0.0.1"))]), critical=False
        )
        .sign(key, hashes.SHA256())
    )
    path = tmp_path / "mail.pem"
    path.write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        + made.public_bytes(serialization.Encoding.PEM)
    )
    return path


@asynccontextmanager
async def listening(mailbox: Mailbox, certificate: Path | None) -> AsyncGenerator[int]:
    """A server that offers TLS where it has a certificate, and insists on nothing."""
    tls = None
    if certificate:
        tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        tls.load_cert_chain(certificate)
    listener = await asyncio.get_running_loop().create_server(
        lambda: SMTP(mailbox, tls_context=tls, authenticator=mailbox.authenticate, auth_require_tls=False),
        "127.0.0.1",
        0,
    )
    async with listener:
        yield listener.sockets[0].getsockname()[1]


async def test_a_mail_is_encrypted_where_the_server_offers_it(certificate: Path) -> None:
    mailbox = Mailbox()

    async with listening(mailbox, certificate) as port:
        await SmtpMailer(f"smtp://127.0.0.1:{port}").send(MAIL, sender="help@ieum.example")

    assert mailbox.encrypted == [True]


async def test_the_password_is_sent_to_a_server_with_a_valid_certificate(certificate: Path) -> None:
    mailbox, trusting = Mailbox(), ssl.create_default_context(cafile=certificate)

    async with listening(mailbox, certificate) as port:
        mailer = SmtpMailer(f"smtp://shop:s%40cret@127.0.0.1:{port}", tls=trusting)
        await mailer.send(MAIL, sender="help@ieum.example")

    assert (mailbox.encrypted, mailbox.passwords) == ([True], [b"s@cret"])


async def test_a_greeting_logs_in_and_sends_no_mail(certificate: Path) -> None:
    mailbox, trusting = Mailbox(), ssl.create_default_context(cafile=certificate)

    async with listening(mailbox, certificate) as port:
        await SmtpMailer(f"smtp://shop:s%40cret@127.0.0.1:{port}", tls=trusting).greet()

    assert (mailbox.encrypted, mailbox.passwords) == ([], [b"s@cret"])


async def test_the_password_is_not_sent_to_a_server_without_a_valid_certificate(certificate: Path) -> None:
    mailbox = Mailbox()

    async with listening(mailbox, certificate) as port:
        with pytest.raises(ssl.SSLCertVerificationError):
            await SmtpMailer(f"smtp://shop:secret@127.0.0.1:{port}").send(MAIL, sender="help@ieum.example")

    assert (mailbox.encrypted, mailbox.passwords) == ([], [])


async def test_the_password_is_not_sent_unencrypted() -> None:
    mailbox = Mailbox()

    async with listening(mailbox, None) as port:
        with pytest.raises(TlsMissingError):
            await SmtpMailer(f"smtp://shop:secret@127.0.0.1:{port}").send(MAIL, sender="help@ieum.example")

    assert (mailbox.encrypted, mailbox.passwords) == ([], [])
