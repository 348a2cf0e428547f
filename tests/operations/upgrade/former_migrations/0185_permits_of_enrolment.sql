-- Who may make one code for a gateway that is running, because a second person has agreed.
CREATE TABLE enrolment_permits (
    gateway_id bigint PRIMARY KEY REFERENCES gateways,
    staff_id   bigint NOT NULL REFERENCES staff,
    until      timestamptz NOT NULL
);
