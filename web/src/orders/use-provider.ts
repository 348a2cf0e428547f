import { useSuspenseQuery } from '@tanstack/react-query'
import { providerKeysQuery } from '../payments/queries'
import type { Till } from './choice'

/** Recurring payments go through another pair of the provider's keys. */
export function useProvider({ paymentType }: Till) {
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  return providers.find(({ pgType }) => pgType.includes(paymentType))
}
