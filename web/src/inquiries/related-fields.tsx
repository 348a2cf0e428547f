import { useSuspenseQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { get } from '../api/client'
import type { Order, Service } from '../api/types'
import { ordersQuery, periodOf, productOf } from '../history'
import { orderApi, ordersApi } from '../history/paths'
import { dayAndTime } from '../korean/dates'
import { namesOf, servicesQuery } from '../services'
import { serviceApi, servicesApi } from '../services/paths'
import type { InquiryValues } from './inquiry-values'
import { RelatedSelect } from './related-select'

/** `고정 IP VPN · KT · 1개월 · 203.0.113.10 · 2026.11.20 14:05`: two purchases of the same differ in address or time. */
const lineOfOrder = (order: Order) =>
  [productOf(order), namesOf(order.services) ?? periodOf(order), dayAndTime(order.createdAt)]
    .filter(Boolean)
    .join(' · ')

const lineOfService = ({ planName, address, carrier }: Service) => `${planName} · ${address ?? carrier}`

/** The orders that somebody paid, and those to be kept, which the form is about; all of them if none was ever paid. */
function worthAsking(orders: Order[], kept: (string | undefined)[]): Order[] {
  const paid = orders.filter(({ orderId, paidAt }) => paidAt || kept.includes(orderId))
  return paid.some(({ paidAt }) => paidAt) ? paid : orders
}

/** Selects for the service and the order in question, from the member's newest; left out where there are none. */
export function RelatedFields({ form }: { form: UseFormReturn<InquiryValues> }) {
  const { data: services } = useSuspenseQuery(servicesQuery(1))
  const { data: orders } = useSuspenseQuery(ordersQuery(1))
  if (services.total + orders.total === 0) return null
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {services.total > 0 && (
        <RelatedSelect
          form={form}
          name="serviceId"
          label="관련 상품"
          noun="상품"
          first={services}
          load={(page) => get(servicesApi('all', page))}
          find={(id) => get(serviceApi(Number(id)))}
          idOf={({ id }) => String(id)}
          lineOf={lineOfService}
        />
      )}
      {orders.total > 0 && (
        <RelatedSelect
          form={form}
          name="orderId"
          label="관련 주문"
          noun="주문"
          first={orders}
          load={(page) => get(ordersApi(page))}
          find={(id) => get(orderApi(id))}
          idOf={({ orderId }) => orderId}
          lineOf={lineOfOrder}
          worth={(loaded, selected) => worthAsking(loaded, [form.formState.defaultValues?.orderId, selected])}
        />
      )}
    </div>
  )
}
