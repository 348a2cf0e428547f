-- The consent is asked for tickets and dynamic addresses too, which get no address of their own. Older versions stay, with
-- what was agreed to; between two of the same day the later version is in force.
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at, refund_mode)
VALUES
('order', 2, 'withdrawal-limit', '2026-11-22', true, '청약철회 제한 안내를 확인하였습니다',
 '결제가 확인되면 바로 상품이 제공됩니다. 제공이 시작된 부분은 「전자상거래법」 제17조에 따라 청약철회가 제한될 수 있으며, 제공되지 않은 부분은 환불 규정에 따라 환불됩니다.', '2026-11-20', NULL),
('order', 2, 'withdrawal-limit', '2026-11-24', true, '청약철회 제한 안내를 확인하였습니다',
 '결제가 확인되면 바로 상품이 제공됩니다. 한 번도 쓰지 않으셨으면 쓸 수 있는 기간이 끝나기 전까지 전액 환불되며, 쓰기 시작하시면 청약철회가 제한되어 환불되지 않습니다.', '2026-11-20', 'owner');
