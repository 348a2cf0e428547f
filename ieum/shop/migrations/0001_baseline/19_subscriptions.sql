-- Recurring payments and their cards.

-- A card at the provider. The key is sealed; what can be read here says nothing that a receipt does not.
CREATE TABLE billing_methods (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members,
    -- A registration is answered once, however often it is sent.
    auth_key_hash bytea NOT NULL UNIQUE CHECK (length(auth_key_hash) = 32),
    -- A card that is given up keeps its key until the provider has deleted it.
    state         text NOT NULL DEFAULT 'issuing'
        CHECK (state IN ('issuing', 'active', 'removing', 'refused', 'removed')),
    sealed_key    bytea,
    issuer_code   text,
    card_number   text CHECK (card_number ~ '\*'),
    card_type     text,
    refusal_code  text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    removed_at    timestamptz,
    -- By which the provider's word that it has deleted a key finds the card; the key cannot be had from it.
    key_hash      bytea UNIQUE CHECK (length(key_hash) = 32),
    CONSTRAINT removed_has_a_time CHECK ((state = 'removed') = (removed_at IS NOT NULL)),
    CONSTRAINT a_live_one_has_a_key CHECK ((state IN ('active', 'removing')) = (sealed_key IS NOT NULL))
);
CREATE INDEX billing_methods_member ON billing_methods (member_id) WHERE state = 'active';
CREATE INDEX billing_methods_removing ON billing_methods (id) WHERE state = 'removing';
CREATE INDEX billing_methods_last_digits ON billing_methods (right(card_number, 4));

CREATE TABLE subscriptions (
    id                bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id         bigint NOT NULL REFERENCES members,
    plan_id           bigint NOT NULL REFERENCES plans,
    months            integer NOT NULL CHECK (months > 0),
    quantity          integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
    -- What a period costs: agreed at the start, raised only with the member's consent.
    amount            integer NOT NULL CHECK (amount > 0),
    billing_method_id bigint NOT NULL REFERENCES billing_methods,
    -- `starting` until its first charge is through.
    state             text NOT NULL DEFAULT 'starting'
        CHECK (state IN ('starting', 'active', 'past_due', 'suspended', 'ended')),
    -- The newest period that is paid, and until when it runs; the next is charged at due_at.
    period            integer NOT NULL DEFAULT 0 CHECK (period >= 0),
    paid_until        timestamptz,
    due_at            timestamptz,
    -- When a refused charge is tried again; null where only the member can help.
    retry_at          timestamptz,
    tries             smallint NOT NULL DEFAULT 0 CHECK (tries >= 0),
    failure_code      text,
    -- The member has asked for it to end with what is paid; null takes it back.
    stop_requested_at timestamptz,
    suspended_at      timestamptz,
    started_at        timestamptz NOT NULL DEFAULT now(),
    ended_at          timestamptz,
    end_reason        text CHECK (end_reason IN
        ('stopped', 'unpaid', 'refused', 'refunded', 'price_declined', 'member_left', 'not_sold')),
    -- A charge is queued or under way since then; whoever queues another one would try the card twice.
    charge_queued_at  timestamptz,
    -- So many days before its next charge it was last told of it; 0: told that there is none.
    noticed_days      smallint CHECK (noticed_days IN (0, 1, 7)),
    -- Decided when a charge is first refused, and kept until the period is paid: its date is announced.
    has_grace         boolean NOT NULL DEFAULT true,
    CONSTRAINT ended_has_a_reason CHECK ((state = 'ended') = (ended_at IS NOT NULL AND end_reason IS NOT NULL)),
    CONSTRAINT suspended_has_a_time CHECK (state <> 'suspended' OR suspended_at IS NOT NULL),
    CONSTRAINT running_is_paid CHECK (state IN ('starting', 'ended') OR (paid_until IS NOT NULL AND due_at IS NOT NULL))
);
CREATE INDEX subscriptions_member ON subscriptions (member_id, id DESC);
CREATE INDEX subscriptions_method ON subscriptions (billing_method_id) WHERE state <> 'ended';
CREATE INDEX subscriptions_retry ON subscriptions (retry_at) WHERE state IN ('past_due', 'suspended');
CREATE INDEX subscriptions_troubled ON subscriptions (paid_until) WHERE state IN ('past_due', 'suspended');
CREATE INDEX subscriptions_due ON subscriptions (due_at, id) WHERE state = 'active';
CREATE INDEX subscriptions_queued ON subscriptions (charge_queued_at) WHERE charge_queued_at IS NOT NULL;
CREATE INDEX subscriptions_running_out ON subscriptions (paid_until) WHERE state = 'active';
-- The list of recurring payments, newest first, and its parts.
CREATE INDEX subscriptions_in_state ON subscriptions (state, id DESC);
CREATE INDEX subscriptions_of_plan ON subscriptions (plan_id, id DESC);
CREATE INDEX subscriptions_ahead ON subscriptions (due_at, id) WHERE state <> 'ended';
CREATE INDEX subscriptions_dunned ON subscriptions (id DESC) WHERE state IN ('past_due', 'suspended');
CREATE INDEX subscriptions_stopping ON subscriptions (id DESC)
    WHERE stop_requested_at IS NOT NULL AND state <> 'ended';

ALTER TABLE orders ADD FOREIGN KEY (subscription_id) REFERENCES subscriptions;

-- A price rise is asked about within the 30 days before it (전자상거래법 13⑥); no answer is no.
CREATE TABLE price_consents (
    id              bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    subscription_id bigint NOT NULL REFERENCES subscriptions,
    period          integer NOT NULL CHECK (period > 1),
    old_amount      integer NOT NULL,
    new_amount      integer NOT NULL CHECK (new_amount > old_amount),
    charge_at       timestamptz NOT NULL,
    asked_at        timestamptz NOT NULL DEFAULT now(),
    answered_at     timestamptz,
    agreed          boolean,
    ip_address      inet,
    UNIQUE (subscription_id, period),
    CONSTRAINT asked_within_thirty_days CHECK (asked_at >= charge_at - interval '30 days'),
    CONSTRAINT an_answer_has_a_time CHECK ((answered_at IS NULL) = (agreed IS NULL))
);
CREATE INDEX price_consents_ahead ON price_consents (charge_at);

-- Subscriptions that were left unpaid until they were suspended or ended, with the cards that were to pay. For a year there
-- is no grace for such a member or such a card.
CREATE TABLE lapses (
    subscription_id   bigint NOT NULL REFERENCES subscriptions,
    billing_method_id bigint NOT NULL REFERENCES billing_methods,
    member_id         bigint NOT NULL REFERENCES members,
    at                timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (subscription_id, billing_method_id)
);
CREATE INDEX lapses_by_time ON lapses (at);
