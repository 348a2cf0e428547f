import type { Tunnel } from '../api/types'

/** Every path that carries IPv6 carries packets of so many bytes (RFC 8200); many of LTE and PPPoE carry fewer than 1,420. */
const SMALLEST_MTU = 1280

/** The same tunnel with packets that pass everywhere: a larger one may get lost on the way without a word. */
export const withSmallPackets = (tunnel: Tunnel): Tunnel => ({
  ...tunnel,
  mtu: Math.min(tunnel.mtu, SMALLEST_MTU),
})

export const hasSmallPackets = (tunnel: Tunnel): boolean => tunnel.mtu <= SMALLEST_MTU

/** The configuration file for a WireGuard app, see `man wg-quick`. */
export const wireguardConf = (privateKey: string, tunnel: Tunnel): string => conf(privateKey, tunnel)

/**
 * The file for wg-quick on Linux, which cannot set up `::/0` where IPv6 is disabled, and then sets up nothing at all.
 * It has no `DNS`, for which wg-quick calls resolvconf and gives up where there is none. Commands do both instead, which
 * the apps of other systems refuse, or need a setting for.
 */
export const linuxConf = (privateKey: string, tunnel: Tunnel): string =>
  conf(
    privateKey,
    { ...tunnel, allowedIps: tunnel.allowedIps.filter((network) => !network.includes(':')), dns: [] },
    [...closeIpv6, ...setDns(tunnel.dns)],
  )

/**
 * Rules of priority 0 come before every route and every other rule. They refuse the IPv6 internet, and what programs
 * here send to the IPv4 internet by NAT64; WireGuard's own packets may go there. Where the kernel has IPv6 and takes no
 * rule, wg-quick stops and says why.
 */
const closeIpv6 = [
  'PostUp = ip -6 rule add fwmark $(wg show %i fwmark) lookup main priority 0 2>/dev/null || true',
  'PreDown = ip -6 rule del fwmark $(wg show %i fwmark) lookup main priority 0 2>/dev/null || true',
  ...['to 2000::/3', 'iif lo to 64:ff9b::/32'].flatMap((packets) => {
    const rule = `${packets} unreachable priority 0`
    return [
      // What a tunnel that ended without `wg-quick down` has left is taken away first.
      `PostUp = ip -6 rule del ${rule} 2>/dev/null || true; ip -6 rule add ${rule} || [ ! -e /proc/net/if_inet6 ]`,
      `PreDown = ip -6 rule del ${rule} 2>/dev/null || true`,
    ]
  }),
]

/** By resolvconf as wg-quick itself does it, else by systemd-resolved, else not at all, which the command says. */
function setDns(servers: string[]): string[] {
  // Debian's resolvconf orders interfaces by their kind, which it is told before the name.
  const named = '"$([ ! -e /etc/resolvconf/interface-order ] || echo tun.)%i"'
  const lines = servers.map((server) => `echo nameserver ${server}`).join('; ')
  const ways = [
    `(${lines}) | resolvconf -a ${named} -m 0 -x 2>/dev/null`,
    `(resolvectl dns %i ${servers.join(' ')} && resolvectl domain %i '~.') 2>/dev/null`,
    'echo "DNS is left as it is: neither resolvconf nor systemd-resolved is here" >&2',
  ]
  return [
    `PostUp = ${ways.join(' || ')}`,
    `PreDown = resolvconf -d ${named} -f 2>/dev/null || true`,
    'PreDown = resolvectl revert %i 2>/dev/null || true',
  ]
}

const conf = (privateKey: string, tunnel: Tunnel, commands: string[] = []): string =>
  [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${tunnel.address}`,
    ...(tunnel.dns.length > 0 ? [`DNS = ${tunnel.dns.join(', ')}`] : []),
    `MTU = ${tunnel.mtu}`,
    ...commands,
    '',
    '[Peer]',
    `PublicKey = ${tunnel.serverPublicKey}`,
    `AllowedIPs = ${tunnel.allowedIps.join(', ')}`,
    `Endpoint = ${tunnel.endpoint}`,
    `PersistentKeepalive = ${tunnel.persistentKeepalive}`,
    '',
  ].join('\n')

/** Linux and Android name the tunnel after the file, in at most 15 characters: `ieum-` and ten more. */
const MAX_LENGTH = 10

/** `내 Galaxy S24` → `ieum-galaxy-s24.conf`; a name without Latin letters or digits is replaced by the id. */
export function confFileName(device: { id: number; name: string }): string {
  const latin = device.name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, MAX_LENGTH)
    .replace(/-+$/, '')
  return `ieum-${latin || device.id}.conf`
}
