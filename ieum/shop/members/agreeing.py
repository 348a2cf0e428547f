"""Agreements of members who came from another shop, by whichever way they choose their first password here."""

from collections.abc import Mapping, Sequence

from ieum.shop.kernel.db import Connection, fetch_one
from ieum.shop.members import queries
from ieum.shop.members.profile import consents as advertising_consents
from ieum.shop.members.types import AgreementRow, MemberId
from ieum.shop.site import queries as site


async def is_owed(conn: Connection, member: MemberId) -> bool:
    """Tell whether a member came from another shop and has not agreed to this shop's terms yet."""
    return await fetch_one(
        conn,
        bool,
        """
        SELECT EXISTS (SELECT FROM moved_rows WHERE member_id = %(member)s AND kind = 'member')
           AND NOT EXISTS (SELECT FROM consents c
                             JOIN agreement_documents d ON (d.key, d.version) = (c.document_key, c.version)
                            WHERE c.member_id = %(member)s AND c.agreed AND d.required AND d.purpose = 'sign-up')
        """,
        member=member,
    )


async def agree(
    conn: Connection,
    member: MemberId,
    documents: Sequence[AgreementRow],
    agreed: Mapping[str, bool],
    *,
    address: str,
) -> None:
    """Record it. Of advertising only what is ticked changes anything: an earlier consent stays, with its day."""
    answered = [
        document for document in documents if document.key not in {"sms", "email"} or agreed[document.key]
    ]
    await queries.insert_consents(conn, member, answered, agreed, address=address)
    await queries.update_member(
        conn, member, sms_opt_in=agreed.get("sms") or None, mail_opt_in=agreed.get("email") or None
    )
    await advertising_consents.answer_sign_up(conn, member, agreed, await site.get_config(conn))
