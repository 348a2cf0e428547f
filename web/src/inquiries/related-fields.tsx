import { useSuspenseQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import type { Order } from '../api/types'
import { ordersQuery, periodOf, productOf } from '../history'
import { dayAndTime } from '../korean/dates'
import { inputOf } from '../members'
import { namesOf, servicesQuery } from '../services'
import { SelectField } from '../ui/field'
import type { InquiryValues } from './inquiry-values'

/** `고정 IP VPN · KT · 1개월 · 203.0.113.10 · 2026.11.20 14:05`: two purchases of the same differ in address or time. */
const lineOf = (order: Order) =>
  [productOf(order), namesOf(order.services) ?? periodOf(order), dayAndTime(order.createdAt)]
    .filter(Boolean)
    .join(' · ')

/** The orders that somebody paid, and the one that the form was opened for; all of them if none was ever paid. */
function worthAsking(orders: Order[], chosen: string | undefined): Order[] {
  const paid = orders.filter(({ orderId, paidAt }) => paidAt || orderId === chosen)
  return paid.some(({ paidAt }) => paidAt) ? paid : orders
}

/** Selects for the service and the order in question, from the member's newest; left out where there are none. */
export function RelatedFields({ form }: { form: UseFormReturn<InquiryValues> }) {
  const { data: services } = useSuspenseQuery(servicesQuery(1))
  const { data: orders } = useSuspenseQuery(ordersQuery(1))
  if (services.items.length + orders.items.length === 0) return null
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      {services.items.length > 0 && (
        <SelectField label="관련 상품" optional {...inputOf(form, 'serviceId')}>
          <option value="">선택 안 함</option>
          {services.items.map(({ id, planName, address, carrier }) => (
            <option key={id} value={id}>
              {planName} · {address ?? carrier}
            </option>
          ))}
        </SelectField>
      )}
      {orders.items.length > 0 && (
        <SelectField label="관련 주문" optional {...inputOf(form, 'orderId')}>
          <option value="">선택 안 함</option>
          {worthAsking(orders.items, form.formState.defaultValues?.orderId).map((order) => (
            <option key={order.orderId} value={order.orderId}>
              {lineOf(order)}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
