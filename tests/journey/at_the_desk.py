"""Somebody who works at the shop: let in by `ieum staff add`, with an authenticator of their own, at a real browser."""

import time
from base64 import b32decode
from itertools import count
from typing import Any

import httpx
from playwright.sync_api import BrowserContext

from ieum.shop.members.security import totp
from tests.journey.running import RunningShop
from tests.journey.visitor import Visitor
from tests.shop.builders.staff import code

PASSWORD = "correct-horse-desk-9"
_numbers = count(1)


class Staff:
    """A person with a role. Making one takes no browser; the session is the one that the invitation opens."""

    def __init__(self, shop: RunningShop, name: str = "김운영", *, role: str = "") -> None:
        self.shop, self.name = shop, name
        self.email = f"desk{next(_numbers)}@ieum.example"
        words = ["staff", "add", self.email, name] + (["--role", role] if role else [])
        # The first line is the link; its token stands behind the `#`.
        token = shop.ieum(*words).splitlines()[0].partition("#")[2]
        self.cookies = httpx.Cookies()
        invitation = self.post("/invitations/look-up", {"token": token})
        self.secret = b32decode(invitation["secret"])
        self._last_step = 0
        accepted = {"token": token, "password": PASSWORD, "code": self.code()}
        self.recovery_codes = self.post("/invitations/acceptance", accepted)["recoveryCodes"]
        # As if a week had passed since: a newcomer is no second person.
        shop.ieum("staff", "vouch", self.email)

    def code(self) -> str:
        """A code of their authenticator that was not used yet; it may have to wait for the app's next one."""
        step = max(self._last_step + 1, int(time.time()) // totp.STEP_SECONDS)
        while step > int(time.time()) // totp.STEP_SECONDS + 1:
            # sleep: an authenticator shows its next code when the clock says so, and nothing tells of it.
            time.sleep(1)
        self._last_step = step
        return code(secret=self.secret, steps=step - int(time.time()) // totp.STEP_SECONDS)

    def sit_down(self, context: BrowserContext) -> Visitor:
        """A browser in which this person is logged in to the console."""
        context.add_cookies(
            [{"name": name, "value": value, "url": self.shop.url} for name, value in self.cookies.items()]
        )
        return Visitor(self.shop, context)

    def get(self, path: str) -> Any:
        return self._ask("GET", path)

    def post(self, path: str, body: object) -> Any:
        return self._ask("POST", path, body)

    def _ask(self, method: str, path: str, body: object = None) -> Any:
        answer = httpx.request(
            method,
            f"{self.shop.url}/api/v1/console{path}",
            json=body,
            headers={"Origin": self.shop.url},
            cookies=self.cookies,
            timeout=30,
        )
        assert answer.is_success, answer.text
        self.cookies.update(answer.cookies)
        return answer.json()["data"]
