-- Orders, with the terms that each was made under: the refund rule, and the edition of the terms of use (docs/decisions/0041).

-- Anybody gets an IPv6 /48 free of charge, with 65,536 networks of a /64 in it: what limits count as one network is the
-- /48, also for orders that take their addresses again.
CREATE FUNCTION network_of_order(wanted text) RETURNS cidr LANGUAGE sql STABLE AS $$
    SELECT network(set_masklen(ip_address, CASE family(ip_address) WHEN 6 THEN 48 ELSE 32 END))
      FROM consents WHERE order_id = wanted AND ip_address IS NOT NULL ORDER BY id LIMIT 1
$$;

CREATE TABLE orders (
    id                       text PRIMARY KEY CHECK (id ~ '^[A-Za-z0-9_-]{6,64}$'),
    member_id                bigint NOT NULL REFERENCES members,
    plan_id                  bigint NOT NULL REFERENCES plans,
    months                   integer NOT NULL CHECK (months > 0),
    quantity                 integer NOT NULL CHECK (quantity BETWEEN 1 AND 100),
    payment_type             text NOT NULL CHECK (payment_type IN ('normal', 'billing')),
    -- 36 single months of 100 pieces at the highest price are more than an integer holds.
    list_amount              bigint NOT NULL CHECK (list_amount >= 0),
    discount_amount          bigint NOT NULL CHECK (discount_amount >= 0),
    points_used              integer NOT NULL CHECK (points_used >= 0),
    amount                   integer NOT NULL CHECK (amount >= 0),
    -- Fixed with the order, so that a later change of the percentage does not touch it.
    points_earned            integer NOT NULL CHECK (points_earned >= 0),
    state                    text NOT NULL DEFAULT 'awaiting_payment'
        CHECK (state IN ('awaiting_payment', 'awaiting_deposit', 'due', 'confirming',
        'paid', 'failed', 'expired', 'cancelled', 'refunding', 'refunded')),
    failure_code             text,
    created_at               timestamptz NOT NULL DEFAULT now(),
    hold_until               timestamptz NOT NULL,
    paid_at                  timestamptz,
    closed_at                timestamptz,
    kind                     text NOT NULL DEFAULT 'purchase' CHECK (kind IN ('purchase', 'renewal')),
    -- What a renewal prolongs: one service, or all of a subscription.
    service_id               bigint,
    subscription_id          bigint,
    -- Which period of the subscription this is the charge for.
    period                   integer CHECK (period > 0),
    method                   text NOT NULL DEFAULT 'card'
        CHECK (method IN ('card', 'transfer', 'virtual_account', 'billing', 'points')),
    cash_receipt             text NOT NULL DEFAULT 'none' CHECK (cash_receipt IN ('none', 'income', 'expense')),
    -- Of discount_amount, what the quantity saves; the rest is what the longer period saves.
    quantity_discount_amount bigint NOT NULL DEFAULT 0,
    deposit_due_at           timestamptz,
    reminded_at              timestamptz,
    -- The words themselves: versions never change, so the buyer can read them years later.
    refund_mode              text NOT NULL CHECK (refund_mode IN ('law', 'owner')),
    refund_penalty_percent   integer NOT NULL CHECK (refund_penalty_percent BETWEEN 0 AND 10),
    terms_entry_id           bigint,
    terms_number             integer,
    -- A payment key comes from a browser, and the provider is asked about each one. How many were asked about for an order
    -- since the given moment: made-up keys must not become requests to the provider without end.
    key_look_ups             smallint NOT NULL DEFAULT 0 CHECK (key_look_ups BETWEEN 0 AND 10),
    key_look_ups_since       timestamptz,
    trace                    uuid DEFAULT current_trace(),
    -- What the whole order would have cost in the shortest periods that its plan was sold for. Null: the order was made
    -- without that rule.
    refund_shortest_amount   bigint,
    CONSTRAINT parts_add_up CHECK (amount = list_amount - discount_amount - points_used),
    CONSTRAINT paid_has_a_time CHECK (state <> 'paid' OR paid_at IS NOT NULL),
    CONSTRAINT a_deposit_has_a_deadline CHECK (state <> 'awaiting_deposit' OR deposit_due_at IS NOT NULL),
    CONSTRAINT a_renewal_prolongs_something
        CHECK (CASE kind WHEN 'renewal' THEN (service_id IS NULL) <> (subscription_id IS NULL)
                         ELSE service_id IS NULL END),
    CONSTRAINT a_charge_has_a_period CHECK ((subscription_id IS NULL) = (period IS NULL)),
    CONSTRAINT discounts_are_within CHECK (quantity_discount_amount BETWEEN 0 AND discount_amount),
    CONSTRAINT orders_terms FOREIGN KEY (terms_entry_id, terms_number)
        REFERENCES content_versions (entry_id, number) MATCH FULL,
    CONSTRAINT shortest_periods_cost_no_less
        CHECK (refund_shortest_amount >= amount + points_used)
);
CREATE INDEX orders_member ON orders (member_id, created_at DESC, id);
CREATE INDEX orders_overdue ON orders (hold_until) WHERE state = 'awaiting_payment';
CREATE INDEX orders_unsettled ON orders (created_at) WHERE state IN ('confirming', 'refunding');
-- A member has one order that waits for payment: nobody takes the shelf empty with many windows at once.
CREATE UNIQUE INDEX orders_one_unpaid_per_member ON orders (member_id) WHERE state = 'awaiting_payment';
-- One period is never charged twice, whatever crashes.
CREATE UNIQUE INDEX orders_one_per_period ON orders (subscription_id, period);
-- A member pays for one prolongation of a service at a time.
CREATE UNIQUE INDEX orders_one_renewal_under_way ON orders (service_id)
    WHERE kind = 'renewal' AND state IN ('awaiting_payment', 'awaiting_deposit', 'confirming');
CREATE INDEX orders_deposits ON orders (deposit_due_at) WHERE state = 'awaiting_deposit';
CREATE INDEX orders_newest ON orders (created_at DESC, id);
CREATE INDEX orders_due ON orders (subscription_id) WHERE state IN ('due', 'confirming') AND subscription_id IS NOT NULL;
-- Which editions somebody is bound to.
CREATE INDEX orders_by_terms ON orders (terms_entry_id);
-- Each ends as the list is sorted, so that a page is read from the index alone.
CREATE INDEX orders_state ON orders (state, created_at DESC, id);
CREATE INDEX orders_method ON orders (method, created_at DESC, id);
CREATE INDEX orders_renewals ON orders (created_at DESC, id) WHERE kind = 'renewal';
-- What somebody types from a receipt: the begin of a number, of the provider's key, or a card's last digits.
CREATE INDEX orders_number ON orders (id text_pattern_ops);
-- Cash receipts of a month: the payments that asked for one, the last paid first.
CREATE INDEX orders_with_cash_receipts ON orders (paid_at DESC, id DESC)
    WHERE cash_receipt <> 'none' AND paid_at IS NOT NULL;
-- Two or three of state, way to pay and kind, of which an order has one each: the list finds how few there are. These
-- are few values for many orders, which an index keeps once for all of them: 70 MB for ten million.
CREATE INDEX orders_of_kinds ON orders (state, method, kind);
CREATE INDEX orders_amount ON orders (amount, created_at, id);
CREATE INDEX orders_state_amount ON orders (state, amount, created_at, id);
CREATE INDEX orders_renewals_amount ON orders (amount, created_at, id) WHERE kind = 'renewal';
-- Receipts for expenses are the fewer.
CREATE INDEX orders_with_expense_receipts ON orders (paid_at DESC, id DESC)
    WHERE cash_receipt = 'expense' AND paid_at IS NOT NULL;

CREATE FUNCTION take_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Nobody agrees to anything when a recurring payment charges again: the terms of its first order go on. The price of
    -- shorter periods was shown beside that order's amount, and does not apply to another amount.
    IF NEW.subscription_id IS NOT NULL THEN
        SELECT o.refund_mode, o.refund_penalty_percent, o.terms_entry_id, o.terms_number,
               CASE WHEN o.amount = NEW.amount THEN o.refund_shortest_amount END
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.terms_entry_id, NEW.terms_number,
               NEW.refund_shortest_amount
          FROM orders o WHERE o.subscription_id = NEW.subscription_id ORDER BY o.period LIMIT 1;
    END IF;
    IF NEW.refund_mode IS NULL THEN
        SELECT c.refund_mode, c.refund_penalty_percent, f.entry_id, f.number,
               CASE WHEN c.refund_shortest_price THEN NEW.refund_shortest_amount END
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.terms_entry_id, NEW.terms_number,
               NEW.refund_shortest_amount
          FROM site_config c LEFT JOIN legal_in_force f ON f.slug = 'terms-use';
    END IF;
    RETURN NEW;
END
$$;
CREATE TRIGGER orders_take_terms BEFORE INSERT ON orders FOR EACH ROW EXECUTE FUNCTION take_terms();

CREATE FUNCTION refuse_other_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the terms of an order never change' USING ERRCODE = 'check_violation', CONSTRAINT = 'terms_stay';
END
$$;
CREATE TRIGGER terms_stay
    BEFORE UPDATE OF refund_mode, refund_penalty_percent, refund_shortest_amount, terms_entry_id,
                     terms_number ON orders
    FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();

ALTER TABLE leases ADD FOREIGN KEY (order_id) REFERENCES orders;

-- Whether the member has paid money for an order more than a week ago and has kept it.
CREATE FUNCTION has_paid_before(member bigint) RETURNS boolean LANGUAGE sql STABLE AS $$
    SELECT EXISTS (SELECT FROM orders
                    WHERE member_id = member AND state = 'paid' AND amount > 0 AND paid_at < now() - interval '7 days')
$$;
