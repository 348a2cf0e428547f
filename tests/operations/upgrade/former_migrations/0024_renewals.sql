ALTER TABLE subscriptions
    -- A charge is queued or under way since then; whoever queues another one would try the card twice.
    ADD COLUMN charge_queued_at timestamptz,
    -- So many days before its next charge it was last told of it; 0: told that there is none.
    ADD COLUMN noticed_days     smallint CHECK (noticed_days IN (0, 1, 7));
DROP INDEX subscriptions_due;
CREATE INDEX subscriptions_due ON subscriptions (due_at, id) WHERE state = 'active';
CREATE INDEX subscriptions_queued ON subscriptions (charge_queued_at) WHERE charge_queued_at IS NOT NULL;
CREATE INDEX subscriptions_running_out ON subscriptions (paid_until) WHERE state = 'active';
CREATE INDEX orders_due ON orders (subscription_id) WHERE state IN ('due', 'confirming') AND subscription_id IS NOT NULL;

-- A card that is given up keeps its key until the provider has deleted it.
ALTER TABLE billing_methods
    DROP CONSTRAINT billing_methods_state_check,
    ADD CONSTRAINT billing_methods_state_check
        CHECK (state IN ('issuing', 'active', 'removing', 'refused', 'removed')),
    DROP CONSTRAINT an_active_one_has_a_key,
    ADD CONSTRAINT a_live_one_has_a_key CHECK ((state IN ('active', 'removing')) = (sealed_key IS NOT NULL));
CREATE INDEX billing_methods_removing ON billing_methods (id) WHERE state = 'removing';

-- What so many of a plan cost at a moment: the price in force, less what the quantity saves, as an order reckons it.
-- Null where the plan is not sold for so many months.
CREATE FUNCTION plan_price(plan bigint, for_months integer, pieces integer, at timestamptz) RETURNS bigint
LANGUAGE sql STABLE AS $$
    SELECT newest.amount * pieces - newest.amount * pieces * coalesce((
               SELECT tier.percent
                 FROM (SELECT DISTINCT ON (min_quantity) min_quantity, percent
                         FROM plan_quantity_discounts
                        WHERE plan_id = plan AND min_quantity <= pieces AND effective_from <= at
                        ORDER BY min_quantity, effective_from DESC) tier
                WHERE tier.percent > 0 ORDER BY tier.min_quantity DESC LIMIT 1), 0) / 100
      FROM (SELECT amount::bigint FROM plan_prices
             WHERE plan_id = plan AND months = for_months AND effective_from <= at
             ORDER BY effective_from DESC LIMIT 1) newest
$$;
