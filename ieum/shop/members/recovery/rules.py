"""Checks requests for a lost id or password. Pure."""

from datetime import timedelta

from ieum.shop.kernel.errors import Field, refuse_wrong
from ieum.shop.members.recovery.types import AccountSearch, FindId, ResetPassword
from ieum.shop.members.rules import LOGIN_ID, tidy_email, tidy_name, wrong_email, wrong_name

CODE_LIFETIME = timedelta(minutes=10)


def check_request(form: FindId | ResetPassword) -> AccountSearch:
    """The search in stored form. Only the format is checked here; whether anybody matches is left to the job.

    Raises InvalidFields.
    """
    name, email = tidy_name(form.mberNm), tidy_email(form.email)
    login_id = form.mberId.strip().lower() if isinstance(form, ResetPassword) else None
    wrong = [*wrong_name(name), *wrong_email(email)]
    if login_id is not None and not LOGIN_ID.fullmatch(login_id):
        wrong.append(Field("mberId", "invalid", "아이디를 다시 확인해 주세요."))
    refuse_wrong(wrong)
    return AccountSearch("find-id" if login_id is None else "reset-password", name, email.lower(), login_id)
