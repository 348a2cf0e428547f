-- Refunds.

CREATE TABLE refunds (
    id                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    order_id           text NOT NULL UNIQUE REFERENCES orders,
    member_id          bigint NOT NULL REFERENCES members,
    -- `awaiting_account`: a deposit can only go back to an account that the member names.
    -- `stuck`: the provider has refused for good; an operator has to settle it.
    state              text NOT NULL DEFAULT 'returning'
        CHECK (state IN ('awaiting_account', 'returning', 'stuck', 'done')),
    mode               text NOT NULL CHECK (mode IN ('full', 'withdrawal', 'pro_rata', 'unfulfilled', 'operator')),
    -- Won of money, points given back that were spent, points taken back that were granted.
    amount             integer NOT NULL CHECK (amount >= 0),
    points_returned    integer NOT NULL CHECK (points_returned >= 0),
    points_clawed_back integer NOT NULL CHECK (points_clawed_back >= 0),
    -- As it was shown: every line of the calculation.
    calculation        jsonb NOT NULL,
    reason             text NOT NULL CHECK (length(reason) <= 200),
    -- Null where the member asked; else who of the staff did.
    requested_by       text,
    -- Bank account of the member, sealed; gone as soon as the money is.
    sealed_account     bytea,
    refusal_code       text,
    -- Before the law's clock of three business days starts (전자상거래법 17④).
    requested_at       timestamptz NOT NULL DEFAULT now(),
    completed_at       timestamptz,
    -- Each has its own key at the provider; a further one only after a look-up that found nothing returned.
    tries              integer NOT NULL DEFAULT 1 CHECK (tries > 0),
    tried_at           timestamptz,
    -- Who gave the money back by other means, where the provider refused for good.
    settled_by         text CHECK (length(settled_by) BETWEEN 1 AND 100),
    refusal_message    text CHECK (length(refusal_message) BETWEEN 1 AND 500),
    CONSTRAINT done_has_a_time CHECK ((state = 'done') = (completed_at IS NOT NULL)),
    CONSTRAINT no_account_is_kept CHECK (state <> 'done' OR sealed_account IS NULL),
    CONSTRAINT only_what_is_done_was_settled CHECK (settled_by IS NULL OR state = 'done')
);
CREATE INDEX refunds_member ON refunds (member_id, id DESC);
CREATE INDEX refunds_open ON refunds (requested_at) WHERE state <> 'done';
-- Money that somebody has to look after: few among millions.
CREATE INDEX refunds_waiting ON refunds (state, order_id) WHERE state <> 'done';
CREATE INDEX refunds_by_completion ON refunds (completed_at, id) WHERE completed_at IS NOT NULL;
