-- What the operator says about the shop (spec section 3, "Site config"). One row.
CREATE TABLE site_config (
    only_row            boolean PRIMARY KEY DEFAULT true CHECK (only_row),
    business_licence    text NOT NULL DEFAULT '',
    business_name       text NOT NULL DEFAULT '',
    representative      text NOT NULL DEFAULT '',
    address             text NOT NULL DEFAULT '',
    mail_order_licence  text NOT NULL DEFAULT '',
    phone               text NOT NULL DEFAULT '',
    officer_name        text NOT NULL DEFAULT '',
    officer_phone       text NOT NULL DEFAULT '',
    officer_mail        text NOT NULL DEFAULT '',
    hosting_provider    text NOT NULL DEFAULT '',
    support_hours       text NOT NULL DEFAULT '평일 09:00~18:00 (점심 12:00~13:00, 주말·공휴일 휴무)',
    remote_support_url  text NOT NULL DEFAULT '',
    static_enabled      boolean NOT NULL DEFAULT true,
    dynamic_enabled     boolean NOT NULL DEFAULT false,
    ticket_enabled      boolean NOT NULL DEFAULT false,
    points_enabled      boolean NOT NULL DEFAULT true,
    -- Percent of the money paid that is granted as points; smallest balance that may be used.
    point_percent       integer NOT NULL DEFAULT 10 CHECK (point_percent BETWEEN 0 AND 100),
    point_threshold     integer NOT NULL DEFAULT 1000 CHECK (point_threshold >= 0),
    phone_verification  boolean NOT NULL DEFAULT false,
    mail_verification   boolean NOT NULL DEFAULT false,
    description         text NOT NULL DEFAULT '',
    og_image            text NOT NULL DEFAULT '',
    naver_verification  text NOT NULL DEFAULT '',
    google_verification text NOT NULL DEFAULT '',
    robots              text NOT NULL DEFAULT '',
    sitemap             text NOT NULL DEFAULT '',
    terms               text NOT NULL DEFAULT '',
    privacy_policy      text NOT NULL DEFAULT '',
    site_mail           text NOT NULL DEFAULT '',
    site_name           text NOT NULL DEFAULT '이음',
    logo                text NOT NULL DEFAULT '',
    -- An address that was given back rests this long before it is sold again.
    cool_down           interval NOT NULL DEFAULT '7 days',
    updated_at          timestamptz NOT NULL DEFAULT now()
);

-- Visits from another site (spec section 4). Lengths are capped before they come here.
CREATE TABLE visits (
    id           bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    visited_at   timestamptz NOT NULL DEFAULT now(),
    ip_address   inet,
    referrer_url text NOT NULL CHECK (length(referrer_url) <= 2000),
    landing_url  text NOT NULL CHECK (length(landing_url) <= 2000),
    keyword      text NOT NULL CHECK (length(keyword) <= 200)
);
CREATE INDEX visits_visited_at ON visits (visited_at);

-- Texts that somebody agrees to. A version is never edited: a change is a new version.
CREATE TABLE agreement_documents (
    key          text NOT NULL,
    version      text NOT NULL,
    purpose      text NOT NULL CHECK (purpose IN ('sign-up', 'order')),
    position     integer NOT NULL,
    required     boolean NOT NULL,
    title        text NOT NULL,
    body         text NOT NULL,
    effective_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (key, version)
);
CREATE INDEX agreement_documents_in_force ON agreement_documents (purpose, key, effective_at DESC);
