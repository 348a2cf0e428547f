-- Whoever runs the shop may tell of an outage at night without waiting for its owner.
UPDATE staff_roles SET permissions = permissions || '{status.view,status.say}' WHERE name = '관리자' AND is_built_in;
