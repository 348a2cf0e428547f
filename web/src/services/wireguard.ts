import type { Tunnel } from '../api/types'

/** The file that every WireGuard app reads, see `man wg-quick`. */
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

/** Linux and Android take the file's name for the tunnel's, and that may have 15 characters: `ieum-` and ten. */
const ROOM = 10

/** `내 Galaxy S24` → `ieum-galaxy-s24.conf`; a name without a Latin letter or digit gives way to the number. */
export function confFileName(device: { id: number; name: string }): string {
  const latin = device.name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replace(/^-+/, '')
    .slice(0, ROOM)
    .replace(/-+$/, '')
  return `ieum-${latin || device.id}.conf`
}
