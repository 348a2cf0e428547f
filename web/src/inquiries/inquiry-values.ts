import type { NewInquiry } from '../api/types'
import { isCategory } from './words'

/** The form's values; those of selects and radios are text. */
export interface InquiryValues {
  category: string
  title: string
  body: string
  serviceId: string
  orderId: string
}

/** The first values of the form: a link to it may say in its query what the question is about. */
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
