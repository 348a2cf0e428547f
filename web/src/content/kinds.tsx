import type { SiteConfig, Texts } from '../api/types'
import { ButtonLink } from '../ui/button'
import { classes } from '../ui/classes'
import { PlacesFigure } from './places-figure'

const KINDS = [
  { key: 'static', switchedBy: 'sttcYn', name: '고정 IP VPN', to: '/static-ip' },
  { key: 'dynamic', switchedBy: 'dynmYn', name: '유동 IP VPN', to: '/dynamic-ip' },
] as const

export type Kind = (typeof KINDS)[number]

/** The kinds of address that the operator sells now. */
export const kindsSold = (config: SiteConfig) => KINDS.filter(({ switchedBy }) => config[switchedBy] === 'Y')

/** Each kind of address: what it is, what it is good for, where to buy it. */
export function Kinds({ kinds, texts }: { kinds: Kind[]; texts: Texts }) {
  return (
    <div className={classes('grid gap-6', kinds.length > 1 && 'lg:grid-cols-2')}>
      {kinds.map(({ key, name, to }) => (
        <article
          key={key}
          className="flex flex-col gap-5 rounded-card border border-line bg-paper p-5 sm:p-8"
        >
          <h3 className="text-title-s">{name}</h3>
          <PlacesFigure isFixed={key === 'static'} />
          <div className="grid gap-2">
            <p>{texts[`${key}What`]}</p>
            <p className="text-ink-2">{texts[`${key}For`]}</p>
          </div>
          <div className="mt-auto pt-2">
            <ButtonLink to={to} kind="quiet" className="max-sm:w-full">
              {name} 요금 보기
            </ButtonLink>
          </div>
        </article>
      ))}
    </div>
  )
}
