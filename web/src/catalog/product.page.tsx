import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { useWritten } from '../site/queries'
import { goodsAt } from './goods'
import { NothingOnSale } from './nothing-on-sale'
import { Offer } from './offer'
import { ProductFigure } from './product-figure'
import { plansQuery } from './queries'
import { isSoldOut } from './reckoning'

/** Each kind of goods at its own address, all told in the same order. */
export default function Product() {
  const { kind, name, path, says } = goodsAt(useLocation().pathname)
  const { data: plans } = useSuspenseQuery(plansQuery(kind))
  const { texts } = useWritten(path.slice(1))
  const first = plans.find((plan) => !isSoldOut(plan)) ?? plans[0]
  return (
    <div className="page pt-12 pb-18 lg:pt-18 lg:pb-26">
      <header className="grid items-center gap-8 lg:grid-cols-[1fr_440px] lg:gap-18">
        <div className="max-w-form">
          <h1 className="text-title-l">{name}</h1>
          <p className="mt-3 text-ink-2 text-lead">{texts.lead || first?.description || says}</p>
        </div>
        <ProductFigure texts={texts} />
      </header>
      {first ? (
        <Offer key={kind} plans={plans} first={first} />
      ) : (
        <div className="mt-12">
          <NothingOnSale />
        </div>
      )}
    </div>
  )
}
