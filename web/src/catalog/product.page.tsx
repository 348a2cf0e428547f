import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { goodsAt } from './goods'
import { NothingOnSale } from './nothing-on-sale'
import { Offer } from './offer'
import { plansQuery } from './queries'
import { isSoldOut } from './reckoning'

/** Each kind of goods at its own address, all told in the same order. */
export default function Product() {
  const { kind, name, says } = goodsAt(useLocation().pathname)
  const { data: plans } = useSuspenseQuery(plansQuery(kind))
  const first = plans.find((plan) => !isSoldOut(plan)) ?? plans[0]
  return (
    <div className="page pt-12 pb-18 lg:pt-18 lg:pb-26">
      <header className="max-w-form">
        <h1 className="text-title-l">{name}</h1>
        <p className="mt-3 text-ink-2 text-lead">{first?.description || says}</p>
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
