"""Credentials and copies of keys that gateways had before are known afterwards."""

from ieum.shop.kernel.db import fetch_all
from tests.conftest import Cluster
from tests.shop.builders.older_database import migrated

# One has enrolled with a code and was then given another token; the other one never sent a copy of its key.
BEFORE = """
    INSERT INTO gateways (name, endpoint, token_hash, key_backup, key_backed_up_at) VALUES
        ('seoul-1', 'a:1', sha256('second'), decode(repeat('ab', 60), 'hex'), '2026-11-01Z'),
        ('seoul-2', 'b:1', sha256('other'), NULL, NULL);
    INSERT INTO gateway_codes (gateway_id, code_hash, spent_at, token_hash)
    SELECT id, sha256('code'), now(), sha256('first') FROM gateways WHERE name = 'seoul-1';
"""


async def test_what_gateways_had_is_known(cluster: Cluster) -> None:
    async with migrated(cluster, before="0067", rows=BEFORE) as conn:
        credentials = """
            SELECT g.name || ' ' || v.word
              FROM gateway_credentials c
              JOIN gateways g ON g.id = c.gateway_id
              JOIN (VALUES ('first'), ('second'), ('other')) v (word) ON sha256(v.word::bytea) = c.token_hash
             ORDER BY 1
        """
        assert await fetch_all(conn, str, credentials) == [
            "seoul-1 first",
            "seoul-1 second",
            "seoul-2 other",
        ]
        kept = """
            SELECT concat_ws(' ', gateway_id = (SELECT id FROM gateways WHERE name = 'seoul-1'), length(sealed),
                             kept_at = '2026-11-01Z')
              FROM gateway_key_backups
        """
        assert await fetch_all(conn, str, kept) == ["t 60 t"]
