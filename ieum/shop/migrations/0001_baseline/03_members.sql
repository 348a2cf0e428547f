-- Members and their logins, also those of sub-ids (docs/decisions/0092), and what they have agreed to.

-- Texts that somebody agrees to. A version is never edited: a change is a new version.
CREATE TABLE agreement_documents (
    key          text NOT NULL,
    version      text NOT NULL,
    -- What a sub-id is told before it chooses its password: whose the data are, and who sees them.
    purpose      text NOT NULL CHECK (purpose IN ('sign-up', 'order', 'sub-id', 'moved-in')),
    position     integer NOT NULL,
    required     boolean NOT NULL,
    title        text NOT NULL,
    body         text NOT NULL,
    effective_at timestamptz NOT NULL DEFAULT now(),
    -- The summaries that the owner's rule needs; null: under either setting.
    refund_mode  text CHECK (refund_mode IN ('law', 'owner')),
    PRIMARY KEY (key, version)
);
CREATE INDEX agreement_documents_in_force ON agreement_documents (purpose, key, effective_at DESC);

-- What a new shop starts with; the operator's own texts come as newer versions. Of two of the same day the later version is
-- in force. What another shop had asked (`moved-in`), whose words are not here: advertising alone is taken over, with its day.
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at, refund_mode) VALUES
('sign-up', 1, 'age14', '2026-11-20', true, '만 14세 이상입니다',
 '만 14세 미만은 가입할 수 없습니다.

만 14세 이상 19세 미만의 미성년자가 법정대리인의 동의 없이 체결한 계약은 미성년자 본인 또는 법정대리인이 취소할 수 있습니다.', '2026-11-20', NULL),
('sign-up', 2, 'terms', '2026-11-20', true, '이용약관 동의',
 '이 약관은 회사가 제공하는 통신사 IP 기반 VPN 서비스의 이용 조건을 정합니다.

1. 서비스는 기간을 정하여 선불로 판매하며, 결제가 확인되고 IP가 배정된 때부터 제공됩니다.
2. 이용 기간은 결제한 날의 다음 날부터 달력의 개월 수로 계산하고, 마지막 날 24시(한국 시간)에 끝납니다. 결제한 날은 기간에 넣지 않고 바로 이용하실 수 있습니다.
3. 제공되지 않은 기간의 대금은 「전자상거래 등에서의 소비자보호에 관한 법률」과 「방문판매 등에 관한 법률」에 따라 환불합니다.
4. 포인트는 구매에 따라 무상으로 적립되며 환불·양도할 수 없고, 구매가 취소되면 회수됩니다.
5. 스팸 발송, 해킹, 명의 도용 등 법령에 어긋나는 이용은 금지되며, 확인되면 서비스 이용이 제한될 수 있습니다.
6. 서브 아이디를 쓰게 한 회원은 그 이용에 대하여 책임을 집니다.', '2026-11-20', NULL),
('sign-up', 2, 'terms', '2026-11-23', true, '이용약관 동의',
 '이 약관은 회사가 제공하는 통신사 IP 기반 VPN 서비스의 이용 조건을 정합니다.

1. 서비스는 기간을 정하여 선불로 판매하며, 결제가 확인되고 IP가 배정된 때부터 제공됩니다.
2. 이용 기간은 결제한 날의 다음 날부터 달력의 개월 수로 계산하고, 마지막 날 24시(한국 시간)에 끝납니다. 결제한 날은 기간에 넣지 않고 바로 이용하실 수 있습니다.
3. 한 번도 이용하지 않은 상품만 환불합니다. 이용을 시작한 뒤에는 환불되지 않습니다.
4. 포인트는 구매에 따라 무상으로 적립되며 환불·양도할 수 없고, 구매가 취소되면 회수됩니다.
5. 손해배상은 손해와 그 원인을 안 날부터 1개월 안에 청구합니다.
6. 스팸 발송, 해킹, 명의 도용 등 법령에 어긋나는 이용은 금지되며, 확인되면 서비스 이용이 제한될 수 있습니다.
7. 서브 아이디를 쓰게 한 회원은 그 이용에 대하여 책임을 집니다.', '2026-11-20', 'owner'),
('sign-up', 3, 'privacy', '2026-11-20', true, '개인정보 수집·이용 안내 확인',
 '수집 항목: 아이디, 비밀번호(일방향 암호화), 이름, 이메일, 휴대폰 번호, 접속 기록
이용 목적: 회원 식별, 계약의 체결과 이행, 결제와 환불, 고객 문의 처리, 법령상 의무의 이행
보유 기간: 회원 탈퇴 시까지. 다만 계약·결제 기록 5년, 소비자 불만·분쟁 처리 기록 3년, 통신 사실 확인 자료 12개월 등 법령이 정한 기간에는 따로 보관합니다.

계약을 맺고 이행하는 데 필요한 항목이므로 동의하지 않으시면 가입할 수 없습니다. 접속한 사이트나 통신 내용은 수집하지 않습니다.', '2026-11-20', NULL),
('sign-up', 4, 'marketing', '2026-11-20', false, '마케팅 목적 개인정보 이용 동의',
 '이용 항목: 이름, 이메일, 휴대폰 번호
이용 목적: 새 상품과 할인 안내
보유 기간: 동의를 철회하거나 탈퇴할 때까지

동의하지 않아도 서비스를 이용하실 수 있습니다.', '2026-11-20', NULL),
('sign-up', 5, 'sms', '2026-11-20', false, '문자(SMS) 수신 동의',
 '광고성 정보를 문자로 받습니다. 언제든지 무료로 거부하실 수 있으며, 결제·만료 안내는 동의와 관계없이 보내 드립니다.', '2026-11-20', NULL),
('sign-up', 6, 'email', '2026-11-20', false, '이메일 수신 동의',
 '광고성 정보를 이메일로 받습니다. 언제든지 무료로 거부하실 수 있으며, 결제·만료 안내는 동의와 관계없이 보내 드립니다.', '2026-11-20', NULL),
('order', 1, 'order-confirm', '2026-11-20', true, '주문하는 상품, 결제 금액, 이용 기간을 확인하였으며 결제에 동의합니다',
 '화면에 표시된 상품, 부가세를 포함한 결제 금액, 이용 기간의 시작과 끝을 확인해 주세요. 결제가 완료되면 이메일로 계약 내용을 보내 드리며, 결제내역에서 다시 보실 수 있습니다.', '2026-11-20', NULL),
('order', 1, 'order-confirm', '2026-11-22', true, '주문하는 상품, 결제 금액, 쓸 수 있는 기간을 확인하였으며 결제에 동의합니다',
 '화면에 표시된 상품, 부가세를 포함한 결제 금액, 언제까지 쓸 수 있는지를 확인해 주세요. 결제가 완료되면 이메일로 계약 내용을 보내 드리며, 결제내역에서 다시 보실 수 있습니다.', '2026-11-20', NULL),
('order', 2, 'withdrawal-limit', '2026-11-20', true, '청약철회 제한 안내를 확인하였습니다',
 '결제 즉시 IP가 배정되어 서비스 제공이 시작됩니다. 제공이 시작된 부분은 「전자상거래법」 제17조에 따라 청약철회가 제한될 수 있으며, 제공되지 않은 기간은 환불 규정에 따라 환불됩니다.', '2026-11-20', NULL),
('order', 2, 'withdrawal-limit', '2026-11-22', true, '청약철회 제한 안내를 확인하였습니다',
 '결제가 확인되면 바로 상품이 제공됩니다. 제공이 시작된 부분은 「전자상거래법」 제17조에 따라 청약철회가 제한될 수 있으며, 제공되지 않은 부분은 환불 규정에 따라 환불됩니다.', '2026-11-20', NULL),
('order', 2, 'withdrawal-limit', '2026-11-23', true, '청약철회 제한 안내를 확인하였습니다',
 '결제 즉시 IP가 배정되어 서비스를 이용하실 수 있습니다. 한 번도 이용하지 않으셨으면 이용 기간이 끝나기 전까지 전액 환불되며, 이용을 시작하시면 청약철회가 제한되어 환불되지 않습니다.', '2026-11-20', 'owner'),
('order', 2, 'withdrawal-limit', '2026-11-24', true, '청약철회 제한 안내를 확인하였습니다',
 '결제가 확인되면 바로 상품이 제공됩니다. 한 번도 쓰지 않으셨으면 쓸 수 있는 기간이 끝나기 전까지 전액 환불되며, 쓰기 시작하시면 청약철회가 제한되어 환불되지 않습니다.', '2026-11-20', 'owner'),
('order', 2, 'withdrawal-limit', '2026-11-29', true, '청약철회와 환불 기준을 확인하였습니다',
 '결제가 확인되면 바로 시작됩니다. 결제한 날부터 7일 안에 청약을 철회하시면 이용하신 만큼만 빼고 돌려드립니다. 그 뒤의 기준은 이 화면의 ‘환불’에 있습니다.', DEFAULT, 'law'),
('sub-id', 1, 'sub-id-notice', '2026-11-24', true, '서브 아이디 이용 안내를 확인하였습니다',
 '이 서브 아이디는 이 상품을 구매한 회원이 만들어 드린 것입니다.

1. 서브 아이디로는 그 회원이 허용한 상품만, 허용한 범위에서 이용하실 수 있습니다. 회원은 언제든지 권한을 바꾸거나 사용을 중지하거나 삭제할 수 있습니다.
2. 서비스를 이용하시면 접속 시작·종료 시각, 전송량, 나간 IP, 접속한 기기의 IP가 기록됩니다. 어디에 접속하셨는지는 기록하지 않습니다.
3. 회원은 이 서브 아이디의 아이디와 이름, 기기, 접속 시작·종료 시각, 전송량, 나간 IP를 볼 수 있습니다. 접속한 기기의 IP와 비밀번호는 회원도 볼 수 없습니다.
4. 회원은 이 서브 아이디의 화면을 읽기 전용으로 열어 볼 수 있으며, 그때마다 서브 아이디의 활동 기록에 남습니다.
5. 접속 기록은 개인정보처리방침에 적힌 기간 동안 보관한 뒤 파기합니다. 법령에 따른 요청이 있으면 절차에 따라 제공될 수 있습니다.', '2026-11-20', NULL),
('moved-in', 1, 'sms', 'moved-in', false, '문자(SMS) 수신 동의',
 '이전 쇼핑몰에서 하신 동의입니다.', DEFAULT, NULL),
('moved-in', 2, 'email', 'moved-in', false, '이메일 수신 동의',
 '이전 쇼핑몰에서 하신 동의입니다.', DEFAULT, NULL);

CREATE TABLE members (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    login_id          text UNIQUE CHECK (login_id ~ '^[a-z][a-z0-9_]{5,19}$'),
    password_hash     text,
    -- Names of people are longer than twenty letters in most scripts (docs/decisions/0153).
    name              text CHECK (length(name) BETWEEN 2 AND 60),
    email             text CHECK (length(email) <= 254),
    phone             text CHECK (phone ~ '^01[016789][0-9]{7,8}$'),
    sms_opt_in        boolean NOT NULL DEFAULT false,
    mail_opt_in       boolean NOT NULL DEFAULT false,
    -- What the payment provider knows the member by: not guessable, never the login id.
    customer_key      uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
    joined_at         timestamptz NOT NULL DEFAULT now(),
    -- Who leaves is destroyed in place: the row stays as a number, because orders, services and ledgers hang on it.
    -- A keyed hash, which outlives the id itself: an id is never given to another person.
    login_id_hash     bytea UNIQUE CHECK (length(login_id_hash) = 32),
    left_at           timestamptz,
    -- Since when the member has had this mail address; null: since joining. Whoever moves an account to somebody else's
    -- address comes after its owner.
    email_changed_at  timestamptz,
    -- A login is a row of `members`, whoever has it, so that sessions, second factors and passkeys are the same for all.
    owner_id          bigint REFERENCES members,
    suspended_at      timestamptz,
    -- From when on it may not be used; null where that is not set.
    access_ends_at    timestamptz,
    -- Nobody can use it again; its id and name stay for as long as the record of its use, and go then.
    removed_at        timestamptz,
    -- Since when they are kept out. Their sub-ids, which would get in on their behalf, have the same moment.
    blocked_at        timestamptz,
    -- When the member proved to read this address: by a code or a link that went there (docs/decisions/0158).
    email_verified_at timestamptz,
    CONSTRAINT who_left_is_nobody CHECK
        (left_at IS NULL OR (num_nonnulls(login_id, password_hash, name, email, phone) = 0
                             AND NOT sms_opt_in AND NOT mail_opt_in AND login_id_hash IS NOT NULL)),
    CONSTRAINT a_member_is_somebody CHECK
        (left_at IS NOT NULL
         OR CASE WHEN owner_id IS NULL THEN num_nulls(login_id, password_hash, name, email, phone) = 0
                 -- Without a password until it has chosen one, and from its removal on.
                 ELSE num_nulls(login_id, name) = 0 AND num_nonnulls(email, phone) = 0 END),
    CONSTRAINT only_sub_ids_are_withheld CHECK
        (owner_id IS NOT NULL OR num_nonnulls(suspended_at, access_ends_at, removed_at) = 0),
    CONSTRAINT sub_ids_get_no_advertising CHECK (owner_id IS NULL OR NOT (sms_opt_in OR mail_opt_in)),
    CONSTRAINT who_is_removed_has_no_password CHECK (removed_at IS NULL OR password_hash IS NULL)
);
CREATE INDEX members_email ON members (lower(email));
CREATE INDEX members_left ON members (left_at) WHERE left_at IS NOT NULL;
CREATE INDEX members_removed ON members (removed_at) WHERE removed_at IS NOT NULL AND left_at IS NULL;
CREATE INDEX members_access_ends_at ON members (access_ends_at) WHERE access_ends_at IS NOT NULL AND removed_at IS NULL;
-- An owner's list is counted, searched and turned to its last page by the index alone: the rows of one owner's sub-ids are
-- spread over the whole table, so reading a thousand of them costs a thousand pages.
CREATE INDEX members_owner ON members (owner_id, id) INCLUDE (login_id, name, left_at, removed_at, joined_at)
    WHERE owner_id IS NOT NULL;
-- Half of what somebody remembers of themselves: the beginning of an id, a name, a number or its last four digits.
CREATE INDEX members_login_id_begins ON members (login_id text_pattern_ops);
CREATE INDEX members_name ON members (name, joined_at, id);
CREATE INDEX members_phone ON members (phone);
CREATE INDEX members_phone_ends ON members (right(phone, 4), joined_at, id);
-- The list of members, newest first, and its parts.
CREATE INDEX members_joined ON members (joined_at, id) WHERE owner_id IS NULL;
CREATE INDEX members_blocked ON members (joined_at, id) WHERE blocked_at IS NOT NULL AND owner_id IS NULL;
CREATE INDEX members_left_by_joined ON members (joined_at, id) WHERE left_at IS NOT NULL AND owner_id IS NULL;
CREATE INDEX members_sub_ids_joined ON members (joined_at, id) WHERE owner_id IS NOT NULL;
-- Lists of inquiries are counted without those of members who left, which an index of these alone says.
CREATE INDEX members_who_left ON members (id) WHERE left_at IS NOT NULL;

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

CREATE FUNCTION forget_proof_of_mail() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.email_verified_at := NULL;
    RETURN NEW;
END
$$;
-- By the database, because several rooms change addresses. Another address is proven in a statement after its change.
CREATE TRIGGER another_address_is_not_proven BEFORE UPDATE OF email ON members
    FOR EACH ROW WHEN (lower(NEW.email) IS DISTINCT FROM lower(OLD.email))
    EXECUTE FUNCTION forget_proof_of_mail();

-- One per login: the family of its refresh tokens.
CREATE TABLE login_sessions (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id    bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    started_at   timestamptz NOT NULL DEFAULT now(),
    last_used_at timestamptz NOT NULL DEFAULT now(),
    expires_at   timestamptz NOT NULL,
    ended_at     timestamptz,
    end_reason   text CHECK (end_reason IN ('logout', 'reuse', 'revoked')),
    ip_address   inet,
    user_agent   text NOT NULL DEFAULT '' CHECK (length(user_agent) <= 300),
    -- A member looks at their pages as this sub-id of theirs, and changes nothing meanwhile.
    acts_as      bigint REFERENCES members,
    CONSTRAINT an_end_has_a_reason CHECK ((ended_at IS NULL) = (end_reason IS NULL))
);
CREATE INDEX login_sessions_member ON login_sessions (member_id) WHERE ended_at IS NULL;
-- Ended ones are deleted when their time as a record is over.
CREATE INDEX login_sessions_ended ON login_sessions (least(ended_at, expires_at));
-- Where a member has logged in from lately: there, strangers' failed logins do not hold them out.
CREATE INDEX login_sessions_known ON login_sessions (member_id, started_at) WHERE ip_address IS NOT NULL;
CREATE INDEX login_sessions_acting ON login_sessions (acts_as) WHERE acts_as IS NOT NULL;
CREATE INDEX login_sessions_used ON login_sessions (member_id, last_used_at);

-- A login that was under way while its member left, or whose password was already checked: it ends as it begins.
CREATE FUNCTION end_session_of_who_left() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM 1 FROM members WHERE id = NEW.member_id AND left_at IS NULL FOR KEY SHARE;
    IF NOT FOUND THEN
        NEW.ended_at := now();
        NEW.end_reason := 'revoked';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER who_left_has_no_session BEFORE INSERT ON login_sessions
    FOR EACH ROW EXECUTE FUNCTION end_session_of_who_left();

CREATE TABLE refresh_tokens (
    token_hash       bytea PRIMARY KEY CHECK (length(token_hash) = 32),
    session_id       bigint NOT NULL REFERENCES login_sessions ON DELETE CASCADE,
    issued_at        timestamptz NOT NULL DEFAULT now(),
    rotated_at       timestamptz,
    -- The token that replaced this one, readable only with this one in hand, so that parallel
    -- requests within the grace all get the same successor.
    sealed_successor bytea,
    CONSTRAINT a_rotated_token_has_a_successor CHECK ((rotated_at IS NULL) = (sealed_successor IS NULL))
);
-- A family has one token that still works.
CREATE UNIQUE INDEX refresh_tokens_current ON refresh_tokens (session_id) WHERE rotated_at IS NULL;
CREATE INDEX refresh_tokens_session ON refresh_tokens (session_id);

-- Proof that somebody holds a number or an address: by a code sent there, or by the identity provider's word.
-- Rows live for a day; a daily job deletes them.
CREATE TABLE verifications (
    id          uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    channel     text NOT NULL CHECK (channel IN ('phone', 'mail', 'identity')),
    purpose     text NOT NULL CHECK (purpose IN ('sign-up', 'change', 'find-id', 'reset-password')),
    -- Digits, or the address in small letters; of an identity the number that the provider told.
    target      text CHECK (length(target) <= 254),
    -- Where it was asked from: one IPv4 address, or the /64 that a household has of IPv6.
    network     cidr NOT NULL,
    -- Keyed; a code has a million values and its plain hash none to hide in. None: no code was sent.
    code_hash   bytea CHECK (length(code_hash) = 32),
    tries       smallint NOT NULL DEFAULT 0,
    created_at  timestamptz NOT NULL DEFAULT clock_timestamp(),
    expires_at  timestamptz NOT NULL,
    verified_at timestamptz,
    valid_until timestamptz,
    spent_at    timestamptz,
    -- Of the identity provider's name for the person, a keyed hash alone.
    person_hash bytea CHECK (length(person_hash) = 32),
    -- Under what a code was counted that went out for a lost id or password: a browser or the networks of one account, or
    -- strangers. Each has a number of codes a day of its own, so that nobody uses up what the owner may ask for.
    counter     text CHECK (length(counter) <= 120),
    -- The number, or the address as its mailbox is counted: a mailbox has many spellings, and each would have a limit of
    -- its own.
    mailbox     text,
    CONSTRAINT verified_for_a_time CHECK ((verified_at IS NULL) = (valid_until IS NULL)),
    CONSTRAINT spent_after_verified CHECK (spent_at IS NULL OR verified_at IS NOT NULL),
    CONSTRAINT verified_is_of_something CHECK (verified_at IS NULL OR target IS NOT NULL),
    CONSTRAINT only_sent_codes_are_counted CHECK (counter IS NULL OR code_hash IS NOT NULL)
);
CREATE INDEX verifications_target ON verifications (target, created_at);
CREATE INDEX verifications_network ON verifications (network, created_at);
CREATE INDEX verifications_created_at ON verifications (created_at);
CREATE INDEX verifications_mailbox ON verifications (mailbox, created_at) WHERE mailbox IS NOT NULL;

-- Who was asked for by somebody who lost an id or a password; forgotten as soon as the job has looked.
CREATE TABLE recovery_requests (
    verification_id uuid PRIMARY KEY REFERENCES verifications ON DELETE CASCADE,
    name            text,
    login_id        text,
    looked_up_at    timestamptz,
    member_ids      bigint[] NOT NULL DEFAULT '{}',
    -- The cookie of the browser that asked, by which the job recognises the owner's; erased with what was typed.
    device          text CHECK (length(device) <= 400),
    -- Whether a request for a lost id or password comes from the member's own network is still told by the /64 of one line;
    -- erased with what was typed.
    household       cidr,
    CONSTRAINT forgotten_when_looked_up CHECK (
        looked_up_at IS NULL
        OR (name IS NULL AND login_id IS NULL AND device IS NULL AND household IS NULL)
        )
);

-- Members whom the identity provider vouched for. The same person has the same hash in this shop.
CREATE TABLE member_identities (
    member_id   bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    person_hash bytea NOT NULL CHECK (length(person_hash) = 32),
    verified_at timestamptz NOT NULL
);
CREATE INDEX member_identities_person ON member_identities (person_hash);

-- Attempts at a password: charged before the hash is made, forgiven when it fits. A key is a login id (hashed
-- with our secret: people type passwords there, too), an address, or a member who is asked for it again.
CREATE TABLE login_attempts (
    key           text PRIMARY KEY CHECK (length(key) <= 80),
    -- What stands now is this, less what has faded since: not whole where it fades.
    failures      double precision NOT NULL CHECK (failures >= 0),
    failed_at     timestamptz NOT NULL,
    blocked_until timestamptz NOT NULL,
    -- When somebody logged in from this network for the last time: those who did before wait before nobody else.
    succeeded_at  timestamptz
);
CREATE INDEX login_attempts_failed_at ON login_attempts (failed_at);

-- The second factor of those who want one (RFC 6238). Without `confirmed_at` it is being set up and asks nothing.
CREATE TABLE totp_secrets (
    member_id     bigint PRIMARY KEY REFERENCES members ON DELETE CASCADE,
    sealed_secret bytea NOT NULL,
    created_at    timestamptz NOT NULL DEFAULT now(),
    confirmed_at  timestamptz,
    -- The time step of the newest code that was spent: neither it nor an older one is taken again.
    last_step     bigint NOT NULL DEFAULT 0
);

-- For whoever lost the device. A spent one is gone.
CREATE TABLE recovery_codes (
    member_id bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    code_hash bytea NOT NULL CHECK (length(code_hash) = 32),
    PRIMARY KEY (member_id, code_hash)
);

CREATE TABLE passkeys (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
    public_key    bytea NOT NULL,
    sign_count    bigint NOT NULL CHECK (sign_count >= 0),
    transports    text[] NOT NULL DEFAULT '{}',
    name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 40),
    created_at    timestamptz NOT NULL DEFAULT now(),
    last_used_at  timestamptz
);
CREATE INDEX passkeys_member ON passkeys (member_id);

-- What a passkey has to sign: once, soon, and for what it was asked. `member_id` is whose key is being added.
CREATE TABLE passkey_challenges (
    id         uuid PRIMARY KEY,
    challenge  bytea NOT NULL CHECK (length(challenge) >= 16),
    member_id  bigint REFERENCES members ON DELETE CASCADE,
    -- Who asked, so that nobody fills the table.
    asked_by   text NOT NULL CHECK (length(asked_by) <= 80),
    expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenges_asked_by ON passkey_challenges (asked_by);
CREATE INDEX passkey_challenges_expires_at ON passkey_challenges (expires_at);

-- A name that a member had within the last year still finds the account: whoever renames it in a stolen session must
-- not keep its owner from finding the id or resetting the password.
CREATE TABLE former_names (
    member_id  bigint NOT NULL REFERENCES members ON DELETE CASCADE,
    name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
    changed_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (member_id, name)
);
CREATE INDEX former_names_changed_at ON former_names (changed_at);

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

-- What was agreed to, when and from where: append-only proof (korea.md sections 2 and 3).
CREATE TABLE consents (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members,
    document_key  text NOT NULL,
    version       text NOT NULL,
    agreed        boolean NOT NULL,
    order_id      text,
    recorded_at   timestamptz NOT NULL DEFAULT now(),
    ip_address    inet,
    channel       text NOT NULL DEFAULT 'web',
    -- What was on the screen when somebody agreed, where the document has a published text.
    text_entry_id bigint,
    text_number   integer,
    FOREIGN KEY (document_key, version) REFERENCES agreement_documents
);
CREATE INDEX consents_member ON consents (member_id);
CREATE INDEX consents_order ON consents (order_id) WHERE order_id IS NOT NULL;
-- Those whose consent to advertising is asked for again.
CREATE INDEX consents_advertising ON consents (member_id, document_key, id DESC) WHERE document_key IN ('sms', 'email');

-- Proof of consent is never changed; of who left it goes with the contract it belongs to, five years later.
CREATE FUNCTION refuse_rewriting_consents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND EXISTS (
        SELECT 1 FROM members WHERE id = OLD.member_id AND left_at < now() - interval '5 years'
    ) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION '% is append-only', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END
$$;
CREATE TRIGGER consents_are_append_only BEFORE UPDATE OR DELETE ON consents
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting_consents();

-- Staff who see the shop as a member does: half an hour at most, and nothing can be changed (docs/decisions/0110).
CREATE TABLE member_looks (
    id               bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    member_id        bigint NOT NULL REFERENCES members,
    staff_session_id bigint NOT NULL,
    -- As the member is told: what the person may do, not who it is.
    role             text NOT NULL,
    -- A look is over as soon as the person's role lacks one of these.
    needs            text[] NOT NULL,
    token_hash       bytea NOT NULL UNIQUE,
    started_at       timestamptz NOT NULL DEFAULT now(),
    expires_at       timestamptz NOT NULL,
    ended_at         timestamptz,
    CONSTRAINT half_an_hour_at_most CHECK (expires_at <= started_at + interval '30 minutes')
);
CREATE INDEX member_looks_of ON member_looks (member_id, started_at DESC);
CREATE INDEX member_looks_open ON member_looks (staff_session_id) WHERE ended_at IS NULL;
