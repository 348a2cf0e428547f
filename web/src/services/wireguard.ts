import type { Tunnel } from '../api/types'

/** The configuration file for a WireGuard app, see `man wg-quick`. */
export const wireguardConf = (privateKey: string, tunnel: Tunnel): string =>
  [
    '[Interface]',
    `PrivateKey = ${privateKey}`,
    `Address = ${tunnel.address}`,
    `DNS = ${tunnel.dns.join(', ')}`,
    `MTU = ${tunnel.mtu}`,
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
