import { useSuspenseQuery } from '@tanstack/react-query'
import type { Till } from '../catalog/paths'
import { providerKeysQuery } from '../payments'

/** Recurring payments go through another pair of the provider's keys. */
export function useProvider({ paymentType }: Till) {
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  return providers.find(({ pgType }) => pgType.includes(paymentType))
}
