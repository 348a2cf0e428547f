ALTER TABLE site_config
    -- Of an order's price, the part that points may pay.
    ADD COLUMN point_share_percent    integer  NOT NULL DEFAULT 100 CHECK (point_share_percent BETWEEN 0 AND 100),
    -- A virtual account waits this long for its deposit, and the address is held as long and no longer.
    ADD COLUMN deposit_hold           interval NOT NULL DEFAULT '24 hours'
        CHECK (deposit_hold BETWEEN interval '1 hour' AND interval '14 days'),
    -- A subscription whose charge was refused runs on this long beyond what is paid.
    ADD COLUMN grace                  interval NOT NULL DEFAULT '3 days'
        CHECK (grace BETWEEN interval '0' AND interval '14 days'),
    -- The law, or the owner's stricter term: money back only for what was never used.
    ADD COLUMN refund_mode            text     NOT NULL DEFAULT 'law' CHECK (refund_mode IN ('law', 'unused_only')),
    -- Of what is not used yet, kept when a contract is ended after its seventh day.
    ADD COLUMN refund_penalty_percent integer  NOT NULL DEFAULT 0 CHECK (refund_penalty_percent BETWEEN 0 AND 10);

-- Catalogue ------------------------------------------------------------------------------------------------------
ALTER TABLE plans
    ADD COLUMN connections integer NOT NULL DEFAULT 1 CHECK (connections BETWEEN 1 AND 100),
    ADD COLUMN state       text    NOT NULL DEFAULT 'visible' CHECK (state IN ('visible', 'hidden', 'sold_out'));
UPDATE plans SET connections = greatest(device_limit, 1), state = CASE WHEN on_sale THEN 'visible' ELSE 'hidden' END;
ALTER TABLE plans DROP COLUMN on_sale;

-- From so many at once, so many percent off. Zero percent ends one.
CREATE TABLE plan_quantity_discounts (
    id             bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    plan_id        bigint NOT NULL REFERENCES plans,
    min_quantity   integer NOT NULL CHECK (min_quantity BETWEEN 2 AND 100),
    percent        integer NOT NULL CHECK (percent BETWEEN 0 AND 90),
    effective_from timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX plan_quantity_discounts_in_force
    ON plan_quantity_discounts (plan_id, min_quantity, effective_from DESC);
CREATE TRIGGER plan_quantity_discounts_are_append_only BEFORE UPDATE OR DELETE ON plan_quantity_discounts
    FOR EACH ROW EXECUTE FUNCTION refuse_rewriting();

-- What was shown on a past day stays provable: nobody adds a price to a day that is over.
-- A plan that is just being added has not been shown yet.
ALTER TABLE plans ADD COLUMN added_at timestamptz NOT NULL DEFAULT now();
CREATE FUNCTION refuse_backdating() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.effective_from < now() - interval '1 minute'
       AND EXISTS (SELECT 1 FROM plans WHERE id = NEW.plan_id AND added_at < now() - interval '1 minute') THEN
        RAISE EXCEPTION 'a price of plan % cannot begin in the past', NEW.plan_id
            USING ERRCODE = 'check_violation', CONSTRAINT = 'no_backdating';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER prices_are_not_backdated BEFORE INSERT ON plan_prices
    FOR EACH ROW EXECUTE FUNCTION refuse_backdating();
CREATE TRIGGER discounts_are_not_backdated BEFORE INSERT ON plan_quantity_discounts
    FOR EACH ROW EXECUTE FUNCTION refuse_backdating();

-- Recurring billing ----------------------------------------------------------------------------------------------
-- A card at the provider. The key is sealed; what can be read here says nothing that a receipt does not.
CREATE TABLE billing_methods (
    id            bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    member_id     bigint NOT NULL REFERENCES members,
    -- A registration is answered once, however often it is sent.
    auth_key_hash bytea NOT NULL UNIQUE CHECK (length(auth_key_hash) = 32),
    state         text NOT NULL DEFAULT 'issuing' CHECK (state IN ('issuing', 'active', 'refused', 'removed')),
    sealed_key    bytea,
    issuer_code   text,
    card_number   text CHECK (card_number ~ '\*'),
    card_type     text,
    refusal_code  text,
    created_at    timestamptz NOT NULL DEFAULT now(),
    removed_at    timestamptz,
    CONSTRAINT an_active_one_has_a_key CHECK ((state = 'active') = (sealed_key IS NOT NULL)),
    CONSTRAINT removed_has_a_time CHECK ((state = 'removed') = (removed_at IS NOT NULL))
);
CREATE INDEX billing_methods_member ON billing_methods (member_id) WHERE state = 'active';

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
    CONSTRAINT ended_has_a_reason CHECK ((state = 'ended') = (ended_at IS NOT NULL AND end_reason IS NOT NULL)),
    CONSTRAINT suspended_has_a_time CHECK (state <> 'suspended' OR suspended_at IS NOT NULL),
    CONSTRAINT running_is_paid CHECK (state IN ('starting', 'ended') OR (paid_until IS NOT NULL AND due_at IS NOT NULL))
);
CREATE INDEX subscriptions_member ON subscriptions (member_id, id DESC);
CREATE INDEX subscriptions_method ON subscriptions (billing_method_id) WHERE state <> 'ended';
CREATE INDEX subscriptions_due ON subscriptions (due_at) WHERE state = 'active';
CREATE INDEX subscriptions_retry ON subscriptions (retry_at) WHERE state IN ('past_due', 'suspended');
CREATE INDEX subscriptions_troubled ON subscriptions (paid_until) WHERE state IN ('past_due', 'suspended');

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

-- Orders ---------------------------------------------------------------------------------------------------------
ALTER TABLE orders
    ADD COLUMN kind            text NOT NULL DEFAULT 'purchase' CHECK (kind IN ('purchase', 'renewal')),
    -- What a renewal prolongs: one service, or all of a subscription.
    ADD COLUMN service_id      bigint REFERENCES services,
    ADD COLUMN subscription_id bigint REFERENCES subscriptions,
    -- Which period of the subscription this is the charge for.
    ADD COLUMN period          integer CHECK (period > 0),
    ADD COLUMN method          text NOT NULL DEFAULT 'card'
        CHECK (method IN ('card', 'transfer', 'virtual_account', 'billing', 'points')),
    ADD COLUMN cash_receipt    text NOT NULL DEFAULT 'none' CHECK (cash_receipt IN ('none', 'income', 'expense')),
    -- Of discount_amount, what the quantity saves; the rest is what the longer period saves.
    ADD COLUMN quantity_discount_amount bigint NOT NULL DEFAULT 0,
    ADD COLUMN deposit_due_at  timestamptz,
    ADD COLUMN reminded_at     timestamptz,
    DROP CONSTRAINT orders_state_check,
    ADD CONSTRAINT orders_state_check CHECK (state IN ('awaiting_payment', 'awaiting_deposit', 'due', 'confirming',
        'paid', 'failed', 'expired', 'cancelled', 'refunding', 'refunded')),
    ADD CONSTRAINT a_deposit_has_a_deadline CHECK (state <> 'awaiting_deposit' OR deposit_due_at IS NOT NULL),
    ADD CONSTRAINT a_renewal_prolongs_something
        CHECK (CASE kind WHEN 'renewal' THEN (service_id IS NULL) <> (subscription_id IS NULL)
                         ELSE service_id IS NULL END),
    ADD CONSTRAINT a_charge_has_a_period CHECK ((subscription_id IS NULL) = (period IS NULL)),
    ADD CONSTRAINT discounts_are_within CHECK (quantity_discount_amount BETWEEN 0 AND discount_amount);
-- One period is never charged twice, whatever crashes.
CREATE UNIQUE INDEX orders_one_per_period ON orders (subscription_id, period);
-- A member pays for one prolongation of a service at a time.
CREATE UNIQUE INDEX orders_one_renewal_under_way ON orders (service_id)
    WHERE kind = 'renewal' AND state IN ('awaiting_payment', 'awaiting_deposit', 'confirming');
CREATE INDEX orders_deposits ON orders (deposit_due_at) WHERE state = 'awaiting_deposit';
CREATE INDEX orders_newest ON orders (created_at DESC, id);

-- Payments -------------------------------------------------------------------------------------------------------
ALTER TABLE payments
    -- Told by the window of a payment; of a charge only by its answer.
    ALTER COLUMN payment_key DROP NOT NULL,
    -- Which pair of the provider's keys it was made with.
    ADD COLUMN channel           text NOT NULL DEFAULT 'normal' CHECK (channel IN ('normal', 'billing')),
    -- A charge that is tried again needs another order id at the provider.
    ADD COLUMN provider_order_id text,
    ADD COLUMN billing_method_id bigint REFERENCES billing_methods,
    -- What has gone back of `amount`.
    ADD COLUMN cancelled_amount  integer NOT NULL DEFAULT 0,
    -- The provider's word by which its deposit messages are known; of no use to anybody else.
    ADD COLUMN secret            text,
    ADD COLUMN bank_code         text,
    ADD COLUMN account_number    text,
    ADD COLUMN cash_receipt_url  text,
    DROP CONSTRAINT payments_state_check,
    ADD CONSTRAINT payments_state_check
        CHECK (state IN ('confirming', 'depositing', 'approved', 'refused', 'cancelling', 'cancelled')),
    ADD CONSTRAINT cancelled_is_within CHECK (cancelled_amount BETWEEN 0 AND amount),
    ADD CONSTRAINT only_a_charge_waits_for_its_key CHECK (payment_key IS NOT NULL OR channel = 'billing'),
    ADD CONSTRAINT a_charge_is_to_a_card CHECK ((channel = 'billing') = (billing_method_id IS NOT NULL));
UPDATE payments SET provider_order_id = order_id;
UPDATE payments SET cancelled_amount = amount WHERE state = 'cancelled';
ALTER TABLE payments ALTER COLUMN provider_order_id SET NOT NULL;
CREATE UNIQUE INDEX payments_charges ON payments (provider_order_id) WHERE channel = 'billing';
CREATE INDEX payments_provider_order ON payments (provider_order_id);
DROP INDEX payments_unsettled;
CREATE INDEX payments_unsettled ON payments (requested_at) WHERE state IN ('confirming', 'depositing', 'cancelling');

-- Services -------------------------------------------------------------------------------------------------------
ALTER TABLE services
    ADD COLUMN subscription_id bigint REFERENCES subscriptions,
    DROP CONSTRAINT services_state_check,
    ADD CONSTRAINT services_state_check CHECK (state IN ('active', 'suspended', 'expired', 'ended')),
    DROP CONSTRAINT closed_has_a_time,
    ADD CONSTRAINT closed_has_a_time CHECK ((state IN ('active', 'suspended')) = (closed_at IS NULL));
CREATE INDEX services_subscription ON services (subscription_id) WHERE subscription_id IS NOT NULL;

-- What was paid for, part by part; `services.ends_at` is until when it is served, a subscription's grace included.
CREATE TABLE service_periods (
    service_id  bigint NOT NULL REFERENCES services,
    order_id    text NOT NULL REFERENCES orders,
    starts_at   timestamptz NOT NULL,
    ends_at     timestamptz NOT NULL CHECK (ends_at > starts_at),
    refunded_at timestamptz,
    PRIMARY KEY (service_id, order_id)
);
CREATE INDEX service_periods_order ON service_periods (order_id);
INSERT INTO service_periods (service_id, order_id, starts_at, ends_at, refunded_at)
SELECT s.id, s.order_id, s.starts_at, s.ends_at, CASE WHEN s.state = 'ended' THEN s.closed_at END FROM services s;

-- Tickets --------------------------------------------------------------------------------------------------------
-- Every grant runs out by itself; what is taken is taken from a grant, so that each is known to the last ticket.
ALTER TABLE ticket_entries
    ADD COLUMN grant_id   bigint REFERENCES ticket_entries,
    ADD COLUMN expires_at timestamptz,
    DROP CONSTRAINT ticket_entries_kind_check,
    ADD CONSTRAINT ticket_entries_kind_check
        CHECK (kind IN ('granted', 'used', 'returned', 'expired', 'clawed_back', 'forfeited'));
CREATE UNIQUE INDEX ticket_entries_once_per_order ON ticket_entries (order_id, kind)
    WHERE kind IN ('granted', 'clawed_back');
CREATE INDEX ticket_entries_grant ON ticket_entries (grant_id) WHERE grant_id IS NOT NULL;
CREATE INDEX ticket_entries_expiring ON ticket_entries (expires_at) WHERE kind = 'granted';

-- Refunds --------------------------------------------------------------------------------------------------------
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
    CONSTRAINT done_has_a_time CHECK ((state = 'done') = (completed_at IS NOT NULL)),
    CONSTRAINT no_account_is_kept CHECK (state <> 'done' OR sealed_account IS NULL)
);
CREATE INDEX refunds_member ON refunds (member_id, id DESC);
CREATE INDEX refunds_open ON refunds (requested_at) WHERE state <> 'done';

-- Tax invoices, asked for by businesses; the operator exports and issues them.
CREATE TABLE tax_invoice_requests (
    order_id        text PRIMARY KEY REFERENCES orders,
    business_number text NOT NULL CHECK (business_number ~ '^[0-9]{10}$'),
    company         text NOT NULL CHECK (length(company) BETWEEN 1 AND 100),
    representative  text NOT NULL CHECK (length(representative) BETWEEN 1 AND 60),
    address         text NOT NULL DEFAULT '' CHECK (length(address) <= 200),
    business_type   text NOT NULL DEFAULT '' CHECK (length(business_type) <= 60),
    business_item   text NOT NULL DEFAULT '' CHECK (length(business_item) <= 60),
    email           text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
    requested_at    timestamptz NOT NULL DEFAULT now(),
    exported_at     timestamptz
);
CREATE INDEX tax_invoice_requests_day ON tax_invoice_requests (requested_at);

-- What an operator has to look at: raised once while it stands.
CREATE TABLE alarms (
    id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    kind       text NOT NULL CHECK (length(kind) BETWEEN 1 AND 60),
    reference  text NOT NULL CHECK (length(reference) <= 200),
    detail     text NOT NULL CHECK (length(detail) <= 1000),
    raised_at  timestamptz NOT NULL DEFAULT now(),
    cleared_at timestamptz,
    cleared_by text
);
CREATE UNIQUE INDEX alarms_standing ON alarms (kind, reference) WHERE cleared_at IS NULL;
