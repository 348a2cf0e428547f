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

-- Decided when a charge is first refused, and kept until the period is paid: its date is announced.
ALTER TABLE subscriptions ADD COLUMN has_grace boolean NOT NULL DEFAULT true;
