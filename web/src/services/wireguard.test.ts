import { expect, test } from 'vitest'
import { confFileName, linuxConf, wireguardConf } from './wireguard'

const TUNNEL = {
  address: '10.64.0.2/32',
  dns: ['1.1.1.1', '8.8.8.8'],
  serverPublicKey: 'c2VydmVy',
  endpoint: 'gw.shop.test:51820',
  allowedIps: ['0.0.0.0/0', '::/0'],
  mtu: 1420,
  persistentKeepalive: 25,
}

test('the file contains what a WireGuard app needs', () => {
  expect(wireguardConf('cHJpdmF0ZQ==', TUNNEL)).toBe(`[Interface]
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

// tests/gateway/test_linux_conf.py connects with this file, with IPv6 and without.
test('the file for Linux closes IPv6 with a route, because wg-quick fails on ::/0 without IPv6', () => {
  expect(linuxConf('cHJpdmF0ZQ==', TUNNEL)).toBe(`[Interface]
PrivateKey = cHJpdmF0ZQ==
Address = 10.64.0.2/32
DNS = 1.1.1.1, 8.8.8.8
MTU = 1420
PostUp = ip -6 route add unreachable default metric 1 2>/dev/null || true
PreDown = ip -6 route del unreachable default metric 1 2>/dev/null || true

[Peer]
PublicKey = c2VydmVy
AllowedIPs = 0.0.0.0/0
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
