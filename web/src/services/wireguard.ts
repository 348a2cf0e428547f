import type { Tunnel } from '../api/types'

/** The configuration file for a WireGuard app, see `man wg-quick`. */
export const wireguardConf = (privateKey: string, tunnel: Tunnel): string =>
  conf(privateKey, tunnel, { allowedIps: tunnel.allowedIps })

/**
 * The file for wg-quick on Linux, which cannot set up `::/0` where IPv6 is disabled, and then sets up nothing at all.
 * IPv6 is closed by a route instead, so that no program passes the tunnel by; where it is disabled, the commands fail
 * and are ignored. The apps of other systems refuse commands, or need a setting for them.
 */
export const linuxConf = (privateKey: string, tunnel: Tunnel): string =>
  conf(privateKey, tunnel, {
    allowedIps: tunnel.allowedIps.filter((network) => !network.includes(':')),
    commands: [
      'PostUp = ip -6 route add unreachable default metric 1 2>/dev/null || true',
      'PreDown = ip -6 route del unreachable default metric 1 2>/dev/null || true',
    ],
  })

const conf = (
  privateKey: string,
  tunnel: Tunnel,
  { allowedIps, commands = [] }: { allowedIps: string[]; commands?: string[] },
): string =>
  [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${tunnel.address}`,
    `DNS = ${tunnel.dns.join(', ')}`,
    `MTU = ${tunnel.mtu}`,
    ...commands,
    '',
    '[Peer]',
    `PublicKey = ${tunnel.serverPublicKey}`,
    `AllowedIPs = ${allowedIps.join(', ')}`,
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
