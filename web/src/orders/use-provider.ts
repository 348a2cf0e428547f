import { useSuspenseQuery } from '@tanstack/react-query'
import type { Till } from '../catalog/paths'
import { providerKeysQuery } from '../payments'

/** The provider's keys for this checkout. Recurring payments have a pair of their own. */
export function useProvider({ paymentType }: Till) {
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  return providers.find(({ pgType }) => pgType.includes(paymentType))
}
