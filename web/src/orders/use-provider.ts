import { useSuspenseQuery } from '@tanstack/react-query'
import { providerKeysQuery } from '../payments/queries'
import type { Till } from './choice'

/** The provider's keys for this checkout. Recurring payments have a pair of their own. */
export function useProvider({ paymentType }: Till) {
  const { data: providers } = useSuspenseQuery(providerKeysQuery)
  return providers.find(({ pgType }) => pgType.includes(paymentType))
}
