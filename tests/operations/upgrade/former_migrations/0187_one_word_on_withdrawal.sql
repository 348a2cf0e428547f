-- The promise of a refund stood beside a consent to have less: both say the same now. From tomorrow where the shop has
-- sold, so that checkouts which are open while this is applied end under the text that they show; orders keep the version
-- that they were made under.
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at, refund_mode)
VALUES
('order', 2, 'withdrawal-limit', '2026-11-29', true, '청약철회와 환불 기준을 확인하였습니다',
 '결제가 확인되면 바로 시작됩니다. 결제한 날부터 7일 안에 청약을 철회하시면 이용하신 만큼만 빼고 돌려드립니다. 그 뒤의 기준은 이 화면의 ‘환불’에 있습니다.',
 CASE WHEN EXISTS (SELECT FROM orders) THEN now() + interval '1 day' ELSE now() END, 'law');
