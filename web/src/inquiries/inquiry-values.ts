import type { NewInquiry } from '../api/types'
import { isCategory } from './words'

/** As the form holds it: what a select or a radio has is text. */
export interface InquiryValues {
  category: string
  title: string
  body: string
  serviceId: string
  orderId: string
}

/** Where a link leads here from, it says what the question is about. */
export function valuesFrom(query: URLSearchParams): InquiryValues {
  const category = query.get('category')
  return {
    category: isCategory(category) ? category : '',
    title: '',
    body: '',
    serviceId: query.get('serviceId') ?? '',
    orderId: query.get('orderId') ?? '',
  }
}

export const inquiryOf = (values: InquiryValues, images: number[]): NewInquiry => ({
  category: values.category as NewInquiry['category'],
  title: values.title,
  body: values.body,
  ...(values.serviceId && { serviceId: Number(values.serviceId) }),
  ...(values.orderId && { orderId: values.orderId }),
  images,
})
