import type { SiteConfig, Texts } from '../api/types'
import { PRODUCTS, type Product } from '../catalog/paths'
import { ButtonLink } from '../ui/button'
import { classes } from '../ui/classes'
import { PlacesFigure } from './places-figure'

/** The kinds of address that the operator sells now. */
export const kindsSold = (config: SiteConfig) =>
  [PRODUCTS.static, PRODUCTS.dynamic].filter(({ switchedBy }) => config[switchedBy] === 'Y')

/** Each kind of address: what it is, what it is good for, where to buy it. */
export function Kinds({ kinds, texts }: { kinds: Product[]; texts: Texts }) {
  return (
    <div className={classes('grid gap-6', kinds.length > 1 && 'lg:grid-cols-2')}>
      {kinds.map(({ kind, name, path }) => (
        <article
          key={kind}
          className="flex flex-col gap-5 rounded-card border border-line bg-paper p-5 sm:p-8"
        >
          <h3 className="text-title-s">{name}</h3>
          <PlacesFigure isFixed={kind === 'static'} />
          <div className="grid gap-2">
            <p>{texts[`${kind}What`]}</p>
            <p className="text-ink-2">{texts[`${kind}For`]}</p>
          </div>
          <div className="mt-auto pt-2">
            <ButtonLink to={path} kind="quiet" className="max-sm:w-full">
              {name} 요금 보기
            </ButtonLink>
          </div>
        </article>
      ))}
    </div>
  )
}
