import { expect, test } from 'vitest'
import { confFileName, hasSmallPackets, linuxConf, wireguardConf, withSmallPackets } from './wireguard'

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

// tests/gateway/test_linux_conf.py connects with this very text, with IPv6 and without, with resolvconf and without.
test('the file for Linux closes IPv6 and sets DNS by commands, because wg-quick may be able to do neither', () => {
  expect(linuxConf('cHJpdmF0ZQ==', TUNNEL)).toBe(`[Interface]
PrivateKey = cHJpdmF0ZQ==
Address = 10.64.0.2/32
MTU = 1420
PostUp = ip -6 rule add fwmark $(wg show %i fwmark) lookup main priority 0 2>/dev/null || true
PreDown = ip -6 rule del fwmark $(wg show %i fwmark) lookup main priority 0 2>/dev/null || true
PostUp = ip -6 rule del to 2000::/3 unreachable priority 0 2>/dev/null || true; ip -6 rule add to 2000::/3 unreachable priority 0 || [ ! -e /proc/net/if_inet6 ]
PreDown = ip -6 rule del to 2000::/3 unreachable priority 0 2>/dev/null || true
PostUp = ip -6 rule del iif lo to 64:ff9b::/32 unreachable priority 0 2>/dev/null || true; ip -6 rule add iif lo to 64:ff9b::/32 unreachable priority 0 || [ ! -e /proc/net/if_inet6 ]
PreDown = ip -6 rule del iif lo to 64:ff9b::/32 unreachable priority 0 2>/dev/null || true
PostUp = (echo nameserver 1.1.1.1; echo nameserver 8.8.8.8) | resolvconf -a "$([ ! -e /etc/resolvconf/interface-order ] || echo tun.)%i" -m 0 -x 2>/dev/null || (resolvectl dns %i 1.1.1.1 8.8.8.8 && resolvectl domain %i '~.') 2>/dev/null || echo "DNS is left as it is: neither resolvconf nor systemd-resolved is here" >&2
PreDown = resolvconf -d "$([ ! -e /etc/resolvconf/interface-order ] || echo tun.)%i" -f 2>/dev/null || true
PreDown = resolvectl revert %i 2>/dev/null || true

[Peer]
PublicKey = c2VydmVy
AllowedIPs = 0.0.0.0/0
Endpoint = gw.shop.test:51820
PersistentKeepalive = 25
`)
})

test.each([
  [1420, 1280, false],
  [1340, 1280, false],
  [1280, 1280, true],
])('packets of a gateway with %i bytes are made small ones of %i', (mtu, small, isSmall) => {
  const tunnel = { ...TUNNEL, mtu }

  expect(withSmallPackets(tunnel)).toEqual({ ...tunnel, mtu: small })
  expect(hasSmallPackets(tunnel)).toBe(isSmall)
  expect(wireguardConf('cHJpdmF0ZQ==', tunnel)).toContain(`\nMTU = ${mtu}\n`)
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
