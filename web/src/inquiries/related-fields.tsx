import { useSuspenseQuery } from '@tanstack/react-query'
import type { UseFormReturn } from 'react-hook-form'
import { ordersQuery } from '../history'
import { day } from '../korean/dates'
import { inputOf } from '../members'
import { servicesQuery } from '../services'
import { SelectField } from '../ui/field'
import type { InquiryValues } from './inquiry-values'

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
          {orders.items.map(({ orderId, planName, createdAt }) => (
            <option key={orderId} value={orderId}>
              {day(createdAt)} {planName}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  )
}
