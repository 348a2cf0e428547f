import { expect, test } from 'vitest'
import { confFileName, wireguardConf } from './wireguard'

test('the file contains what a WireGuard app needs', () => {
  const conf = wireguardConf('cHJpdmF0ZQ==', {
    address: '10.64.0.2/32',
    dns: ['1.1.1.1', '8.8.8.8'],
    serverPublicKey: 'c2VydmVy',
    endpoint: 'gw.shop.test:51820',
    allowedIps: ['0.0.0.0/0', '::/0'],
    mtu: 1420,
    persistentKeepalive: 25,
  })

  expect(conf).toBe(`[Interface]
PrivateKey = cHJpdmF0ZQ==
Address = 10.64.0.2/32
DNS = 1.1.1.1, 8.8.8.8
MTU = 1420

[Peer]
PublicKey = c2VydmVy
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = gw.shop.test:51820
PersistentKeepalive = 25
`)
})

test.each([
  ['laptop', 'ieum-laptop.conf'],
  ['내 Galaxy S24', 'ieum-galaxy-s24.conf'],
  ['MacBook Pro 14', 'ieum-macbook-pr.conf'],
  ['내 노트북', 'ieum-7.conf'],
  ['../../etc/passwd', 'ieum-etc-passwd.conf'],
  ['Ｐｈｏｎｅ①', 'ieum-phone1.conf'],
])('a device called %s gets the file %s', (name, file) => {
  expect(confFileName({ id: 7, name })).toBe(file)
})
