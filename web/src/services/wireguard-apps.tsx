import { ArrowUpRight } from 'lucide-react'
import { buttonLook } from '../ui/button'
import type { OwnSystem } from '../ui/own-system'

const MAKER = { name: 'WireGuard', href: 'https://www.wireguard.com/install/' }

/** Where the maker offers its program for each system. */
const APPS: Record<OwnSystem, { name: string; href: string }> = {
  windows: { name: '윈도우용 WireGuard', href: MAKER.href },
  macos: { name: 'Mac App Store', href: 'https://apps.apple.com/kr/app/wireguard/id1451685025' },
  android: {
    name: 'Google Play',
    href: 'https://play.google.com/store/apps/details?id=com.wireguard.android',
  },
  ios: { name: 'App Store', href: 'https://apps.apple.com/kr/app/wireguard/id1441195209' },
}

/** Leads to the program for a system, or to the maker's list if the system is unknown. */
export function AppLink({ system }: { system: OwnSystem | undefined }) {
  const { name, href } = system ? APPS[system] : MAKER
  return (
    <a href={href} target="_blank" rel="noreferrer" className={buttonLook({ kind: 'quiet', size: 'small' })}>
      {name}
      <ArrowUpRight aria-hidden="true" className="size-4" strokeWidth={1.75} />
      <span className="sr-only">(새 창)</span>
    </a>
  )
}
