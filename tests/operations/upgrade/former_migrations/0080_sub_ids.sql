-- Sub-ids (docs/decisions/0092): logins that belong to a member, their owner, and may do what the owner has granted.

-- A login is a row of `members`, whoever has it, so that sessions, second factors and passkeys are the same for all.
ALTER TABLE members
    ADD COLUMN owner_id       bigint REFERENCES members,
    ADD COLUMN suspended_at   timestamptz,
    -- From when on it may not be used; null where that is not set.
    ADD COLUMN access_ends_at timestamptz,
    -- Nobody can use it again; its id and name stay for as long as the record of its use, and go then.
    ADD COLUMN removed_at     timestamptz,
    DROP CONSTRAINT a_member_is_somebody,
    ADD CONSTRAINT a_member_is_somebody CHECK
        (left_at IS NOT NULL
         OR CASE WHEN owner_id IS NULL THEN num_nulls(login_id, password_hash, name, email, phone) = 0
                 -- Without a password until it has chosen one, and from its removal on.
                 ELSE num_nulls(login_id, name) = 0 AND num_nonnulls(email, phone) = 0 END),
    ADD CONSTRAINT only_sub_ids_are_withheld CHECK
        (owner_id IS NOT NULL OR num_nonnulls(suspended_at, access_ends_at, removed_at) = 0),
    ADD CONSTRAINT sub_ids_get_no_advertising CHECK (owner_id IS NULL OR NOT (sms_opt_in OR mail_opt_in)),
    ADD CONSTRAINT who_is_removed_has_no_password CHECK (removed_at IS NULL OR password_hash IS NULL);
CREATE INDEX members_owner ON members (owner_id, id) WHERE owner_id IS NOT NULL;
CREATE INDEX members_removed ON members (removed_at) WHERE removed_at IS NOT NULL AND left_at IS NULL;

CREATE FUNCTION check_owner() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        RAISE EXCEPTION 'a sub-id stays with its owner' USING ERRCODE = 'restrict_violation';
    END IF;
    -- The lock keeps the owner from leaving meanwhile.
    PERFORM 1 FROM members WHERE id = NEW.owner_id AND owner_id IS NULL AND left_at IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        RAISE EXCEPTION 'the owner of a sub-id is a member'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'an_owner_is_a_member';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER owners_are_members BEFORE INSERT ON members
    FOR EACH ROW WHEN (NEW.owner_id IS NOT NULL) EXECUTE FUNCTION check_owner();
CREATE TRIGGER sub_ids_stay_with_their_owner BEFORE UPDATE OF owner_id ON members
    FOR EACH ROW WHEN (NEW.owner_id IS DISTINCT FROM OLD.owner_id) EXECUTE FUNCTION check_owner();

-- A member looks at their pages as this sub-id of theirs, and changes nothing meanwhile.
ALTER TABLE login_sessions ADD COLUMN acts_as bigint REFERENCES members;
CREATE INDEX login_sessions_acting ON login_sessions (acts_as) WHERE acts_as IS NOT NULL;

ALTER TABLE site_config
    ADD COLUMN sub_id_limit integer NOT NULL DEFAULT 50 CHECK (sub_id_limit BETWEEN 0 AND 10000);

-- By which a sub-id chooses its password, once and within a day. Tokens are stored hashed.
CREATE TABLE sub_id_links (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sub_id         bigint NOT NULL REFERENCES members,
    token_hash     bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
    -- Whether it also takes away the second factor and passkeys, of whoever has lost them.
    resets_factors boolean NOT NULL,
    created_at     timestamptz NOT NULL DEFAULT now(),
    expires_at     timestamptz NOT NULL,
    opened_at      timestamptz,
    used_at        timestamptz,
    revoked_at     timestamptz,
    CONSTRAINT it_ends_once CHECK (used_at IS NULL OR revoked_at IS NULL)
);
CREATE UNIQUE INDEX sub_id_links_one_open ON sub_id_links (sub_id) WHERE used_at IS NULL AND revoked_at IS NULL;
CREATE INDEX sub_id_links_expires_at ON sub_id_links (expires_at);

-- What was done with a sub-id, for its owner and itself to read. It names nobody.
CREATE TABLE sub_id_events (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    sub_id     bigint NOT NULL REFERENCES members,
    at         timestamptz NOT NULL DEFAULT clock_timestamp(),
    by         text NOT NULL CHECK (by IN ('owner', 'sub_id', 'shop')),
    what       text NOT NULL CHECK (what IN (
                   'created', 'changed', 'link_made', 'link_opened', 'password_set', 'suspended', 'resumed', 'removed',
                   'granted', 'withdrawn', 'acting_began', 'acting_ended')),
    service_id bigint REFERENCES services,
    -- What a right or an end was set to, in numbers.
    detail     jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX sub_id_events_sub_id ON sub_id_events (sub_id, id DESC);
CREATE TRIGGER sub_id_events_are_never_changed BEFORE UPDATE ON sub_id_events
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- What a sub-id may do with a service of its owner: see it, and what the columns say.
CREATE TABLE service_grants (
    sub_id       bigint NOT NULL REFERENCES members,
    service_id   bigint NOT NULL REFERENCES services,
    -- How many devices of its own.
    device_limit integer NOT NULL CHECK (device_limit BETWEEN 0 AND 1000),
    -- Changes of the address: with tickets of its owner in all, or of a dynamic service a day. Zero: none.
    change_limit integer NOT NULL CHECK (change_limit BETWEEN 0 AND 100000),
    sees_record  boolean NOT NULL,
    granted_at   timestamptz NOT NULL DEFAULT now(),
    -- The changes of a dynamic service within a day in Seoul.
    day          date,
    changes      integer NOT NULL DEFAULT 0 CHECK (changes >= 0),
    PRIMARY KEY (sub_id, service_id)
);
CREATE INDEX service_grants_service ON service_grants (service_id);

CREATE FUNCTION check_grant() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NOT EXISTS (SELECT FROM members m JOIN services s ON s.member_id = m.owner_id
                    WHERE m.id = NEW.sub_id AND m.removed_at IS NULL AND m.left_at IS NULL AND s.id = NEW.service_id) THEN
        RAISE EXCEPTION 'a sub-id is granted services of its owner'
            USING ERRCODE = 'check_violation', CONSTRAINT = 'grants_are_of_the_owner';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER grants_are_of_the_owner BEFORE INSERT OR UPDATE OF sub_id, service_id ON service_grants
    FOR EACH ROW EXECUTE FUNCTION check_grant();

-- A device belongs to who made it: a sub-id, or null, the member. `off_at`: kept, but not served, as while its sub-id is
-- suspended.
ALTER TABLE devices
    ADD COLUMN made_by bigint REFERENCES members,
    ADD COLUMN off_at  timestamptz;
CREATE INDEX devices_made_by ON devices (made_by) WHERE made_by IS NOT NULL;

-- Who changed the address: a sub-id, or null, the member.
ALTER TABLE ip_changes ADD COLUMN made_by bigint REFERENCES members;
CREATE INDEX ip_changes_made_by ON ip_changes (made_by, service_id) WHERE made_by IS NOT NULL;

-- What a sub-id is told before it chooses its password: whose the data are, and who sees them.
ALTER TABLE agreement_documents
    DROP CONSTRAINT agreement_documents_purpose_check,
    ADD CONSTRAINT agreement_documents_purpose_check CHECK (purpose IN ('sign-up', 'order', 'sub-id'));
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at) VALUES
('sub-id', 1, 'sub-id-notice', '2026-11-24', true, '서브 아이디 이용 안내를 확인하였습니다',
 '이 서브 아이디는 이 상품을 구매한 회원이 만들어 드린 것입니다.

1. 서브 아이디로는 그 회원이 허용한 상품만, 허용한 범위에서 이용하실 수 있습니다. 회원은 언제든지 권한을 바꾸거나 사용을 중지하거나 삭제할 수 있습니다.
2. 서비스를 이용하시면 접속 시작·종료 시각, 전송량, 나간 IP, 접속한 기기의 IP가 기록됩니다. 어디에 접속하셨는지는 기록하지 않습니다.
3. 회원은 이 서브 아이디의 아이디와 이름, 기기, 접속 시작·종료 시각, 전송량, 나간 IP를 볼 수 있습니다. 접속한 기기의 IP와 비밀번호는 회원도 볼 수 없습니다.
4. 회원은 이 서브 아이디의 화면을 읽기 전용으로 열어 볼 수 있으며, 그때마다 서브 아이디의 활동 기록에 남습니다.
5. 접속 기록은 개인정보처리방침에 적힌 기간 동안 보관한 뒤 파기합니다. 법령에 따른 요청이 있으면 절차에 따라 제공될 수 있습니다.', '2026-11-20');

-- How many tickets of its share a grant of a static service has used; one that came back is not.
CREATE FUNCTION tickets_taken(granted service_grants) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT count(*)
      FROM ip_changes c
     WHERE c.made_by = granted.sub_id AND c.service_id = granted.service_id AND c.requested_at >= granted.granted_at
       AND c.undoes IS NULL AND c.state IN ('waiting', 'done')
       AND NOT EXISTS (SELECT FROM ip_changes u WHERE u.undoes = c.id)
$$;

-- How many more changes a grant allows.
CREATE FUNCTION changes_left(granted service_grants, plan_kind text) RETURNS bigint LANGUAGE sql STABLE AS $$
    SELECT greatest(0, granted.change_limit - CASE
               WHEN plan_kind = 'static' THEN tickets_taken(granted)
               WHEN granted.day = (now() AT TIME ZONE 'Asia/Seoul')::date THEN granted.changes
               ELSE 0 END)
$$;

-- Whether a sub-id may do what a grant says now: it is neither suspended nor over.
CREATE FUNCTION may_use(granted service_grants) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM members m
                    WHERE m.id = granted.sub_id AND m.suspended_at IS NULL AND m.removed_at IS NULL AND m.left_at IS NULL
                      AND (m.access_ends_at IS NULL OR m.access_ends_at > now()))
$$;

CREATE INDEX login_sessions_used ON login_sessions (member_id, last_used_at);
CREATE INDEX members_access_ends_at ON members (access_ends_at) WHERE access_ends_at IS NOT NULL AND removed_at IS NULL;

-- A sub-id as its owner sees it. One without a password has not used its first link yet.
CREATE FUNCTION sub_id_state(login members) RETURNS text LANGUAGE sql STABLE AS $$
    SELECT CASE WHEN login.removed_at IS NOT NULL THEN 'removed'
                WHEN login.suspended_at IS NOT NULL THEN 'suspended'
                WHEN login.access_ends_at <= now() THEN 'over'
                WHEN login.password_hash IS NULL THEN 'invited'
                ELSE 'active' END
$$;
CREATE FUNCTION last_day(login members) RETURNS date LANGUAGE sql STABLE AS $$
    SELECT (login.access_ends_at AT TIME ZONE 'Asia/Seoul')::date - 1
$$;
