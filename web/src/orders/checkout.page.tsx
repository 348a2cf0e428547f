import { useSuspenseQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { apiQuery } from '../api/queries'
import { choiceIn, NothingOnSale, useOpenOrders } from '../catalog'
import { PRODUCTS, plansApi, type Till, tillAt } from '../catalog/paths'
import { useQueryString } from '../ui/query'
import { CheckoutForm } from './checkout-form'
import { renewedIn } from './paths'
import { Renewal } from './renewal'

/** The checkout. Its path says what is sold, and whether it is paid once or repeatedly. */
export default function Checkout() {
  const till = tillAt(useLocation().pathname)
  const query = useQueryString()
  const serviceId = renewedIn(till, query)
  return (
    <div className="page pt-6 lg:py-18 low:pt-3 low:pb-8">
      <h1 className="text-title-m lg:text-title-l low:text-title-s">{titleOf(till, serviceId !== null)}</h1>
      {serviceId ? (
        <Renewal key={serviceId} till={till} id={serviceId} />
      ) : (
        <Purchase key={till.path} till={till} />
      )}
    </div>
  )
}

function titleOf({ kind, paymentType }: Till, isRenewal: boolean): string {
  const { name } = PRODUCTS[kind]
  if (isRenewal) return `${name} 연장`
  return `${name} ${kind === 'ticket' ? '구매' : paymentType === 'billing' ? '정기결제' : '결제'}`
}

function Purchase({ till }: { till: Till }) {
  const { data: plans } = useSuspenseQuery(apiQuery(plansApi(till.kind)))
  const choice = choiceIn(useQueryString(), plans, useOpenOrders()?.hasPaidBefore)
  if (choice) return <CheckoutForm till={till} plans={plans} initial={choice} />
  return (
    <div className="mt-8">
      <NothingOnSale />
    </div>
  )
}
