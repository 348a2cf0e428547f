-- Tickets have a day until which they can be used, no 이용 기간. The older version stays, with what was agreed to; between
-- two of the same day the later version is in force.
INSERT INTO agreement_documents (purpose, position, key, version, required, title, body, effective_at)
VALUES
('order', 1, 'order-confirm', '2026-11-22', true, '주문하는 상품, 결제 금액, 쓸 수 있는 기간을 확인하였으며 결제에 동의합니다',
 '화면에 표시된 상품, 부가세를 포함한 결제 금액, 언제까지 쓸 수 있는지를 확인해 주세요. 결제가 완료되면 이메일로 계약 내용을 보내 드리며, 결제내역에서 다시 보실 수 있습니다.', '2026-11-20');
