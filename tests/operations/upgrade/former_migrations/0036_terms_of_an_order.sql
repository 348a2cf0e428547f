-- An order keeps the terms that it was made under: the refund rule, and the edition of the terms of use (decision 0041).
ALTER TABLE site_config DROP CONSTRAINT site_config_refund_mode_check;
UPDATE site_config SET refund_mode = 'owner' WHERE refund_mode = 'unused_only';
ALTER TABLE site_config ADD CONSTRAINT site_config_refund_mode_check CHECK (refund_mode IN ('law', 'owner'));

-- Null: it applies under either setting.
ALTER TABLE content_entries ADD COLUMN refund_mode text CHECK (refund_mode IN ('law', 'owner')),
    ADD CONSTRAINT only_legal_follows_the_rule CHECK (kind = 'legal' OR refund_mode IS NULL);
CREATE OR REPLACE VIEW legal_in_force AS
SELECT DISTINCT ON (slug) slug, id AS entry_id, edition, current_number AS number, effective_from
  FROM content_entries
 WHERE kind = 'legal' AND NOT withdrawn AND publish_at <= now()
   AND effective_from <= (now() AT TIME ZONE 'Asia/Seoul')::date
   AND (refund_mode IS NULL OR refund_mode = (SELECT c.refund_mode FROM site_config c))
 ORDER BY slug, effective_from DESC, edition DESC;
CREATE OR REPLACE VIEW legal_replaced AS
SELECT e.id AS entry_id
  FROM content_entries e
  JOIN legal_in_force f USING (slug)
 WHERE e.kind = 'legal' AND (e.effective_from, e.edition) < (f.effective_from, f.edition)
   AND (e.refund_mode IS NULL OR e.refund_mode = (SELECT c.refund_mode FROM site_config c));

-- The words themselves: versions never change, so the buyer can read them years later.
ALTER TABLE orders
    ADD COLUMN refund_mode text CHECK (refund_mode IN ('law', 'owner')),
    ADD COLUMN refund_penalty_percent integer CHECK (refund_penalty_percent BETWEEN 0 AND 10),
    -- Made before the day of the first connection counted, and before spent points were deducted.
    ADD COLUMN earlier_rules boolean NOT NULL DEFAULT false,
    ADD COLUMN terms_entry_id bigint,
    ADD COLUMN terms_number integer,
    ADD CONSTRAINT orders_terms FOREIGN KEY (terms_entry_id, terms_number)
        REFERENCES content_versions (entry_id, number) MATCH FULL;
UPDATE orders o
   SET refund_mode = c.refund_mode, refund_penalty_percent = c.refund_penalty_percent, earlier_rules = true,
       (terms_entry_id, terms_number) = (
           SELECT e.id, v.number
             FROM content_entries e
             JOIN content_versions v ON v.entry_id = e.id AND v.changed_at <= o.created_at
            WHERE e.kind = 'legal' AND e.slug = 'terms-use' AND NOT e.withdrawn AND e.publish_at <= o.created_at
              AND e.effective_from <= (o.created_at AT TIME ZONE 'Asia/Seoul')::date
            ORDER BY e.effective_from DESC, e.edition DESC, v.number DESC LIMIT 1)
  FROM site_config c;
ALTER TABLE orders ALTER COLUMN refund_mode SET NOT NULL, ALTER COLUMN refund_penalty_percent SET NOT NULL;
-- Which editions somebody is bound to.
CREATE INDEX orders_by_terms ON orders (terms_entry_id);

CREATE FUNCTION take_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- Nobody agrees to anything when a recurring payment charges again: the terms of its first order go on.
    IF NEW.subscription_id IS NOT NULL THEN
        SELECT o.refund_mode, o.refund_penalty_percent, o.earlier_rules, o.terms_entry_id, o.terms_number
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.earlier_rules, NEW.terms_entry_id, NEW.terms_number
          FROM orders o WHERE o.subscription_id = NEW.subscription_id ORDER BY o.period LIMIT 1;
    END IF;
    IF NEW.refund_mode IS NULL THEN
        SELECT c.refund_mode, c.refund_penalty_percent, false, f.entry_id, f.number
          INTO NEW.refund_mode, NEW.refund_penalty_percent, NEW.earlier_rules, NEW.terms_entry_id, NEW.terms_number
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
    BEFORE UPDATE OF refund_mode, refund_penalty_percent, earlier_rules, terms_entry_id, terms_number ON orders
    FOR EACH ROW EXECUTE FUNCTION refuse_other_terms();

-- What was on the screen when somebody agreed, where the document has a published text.
ALTER TABLE consents
    ADD COLUMN text_entry_id bigint,
    ADD COLUMN text_number integer,
    ADD CONSTRAINT consents_text FOREIGN KEY (text_entry_id, text_number)
        REFERENCES content_versions (entry_id, number) MATCH FULL;

-- The summaries that the owner's rule needs; null: under either setting.
ALTER TABLE agreement_documents ADD COLUMN refund_mode text CHECK (refund_mode IN ('law', 'owner'));
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at, refund_mode)
VALUES
('sign-up', 2, 'terms', '2026-11-23', true, '이용약관 동의',
 '이 약관은 회사가 제공하는 통신사 IP 기반 VPN 서비스의 이용 조건을 정합니다.

1. 서비스는 기간을 정하여 선불로 판매하며, 결제가 확인되고 IP가 배정된 때부터 제공됩니다.
2. 이용 기간은 결제한 날의 다음 날부터 달력의 개월 수로 계산하고, 마지막 날 24시(한국 시간)에 끝납니다. 결제한 날은 기간에 넣지 않고 바로 이용하실 수 있습니다.
3. 한 번도 이용하지 않은 상품만 환불합니다. 이용을 시작한 뒤에는 환불되지 않습니다.
4. 포인트는 구매에 따라 무상으로 적립되며 환불·양도할 수 없고, 구매가 취소되면 회수됩니다.
5. 손해배상은 손해와 그 원인을 안 날부터 1개월 안에 청구합니다.
6. 스팸 발송, 해킹, 명의 도용 등 법령에 어긋나는 이용은 금지되며, 확인되면 서비스 이용이 제한될 수 있습니다.
7. 서브 아이디를 쓰게 한 회원은 그 이용에 대하여 책임을 집니다.', '2026-11-20', 'owner'),
('order', 2, 'withdrawal-limit', '2026-11-23', true, '청약철회 제한 안내를 확인하였습니다',
 '결제 즉시 IP가 배정되어 서비스를 이용하실 수 있습니다. 한 번도 이용하지 않으셨으면 이용 기간이 끝나기 전까지 전액 환불되며, 이용을 시작하시면 청약철회가 제한되어 환불되지 않습니다.', '2026-11-20', 'owner');
