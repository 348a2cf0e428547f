import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Problem } from '../api/problem'
import { isCancel, providerKeysQuery, windowErrorCode } from '../payments'
import { openCardWindow } from './card-window'
import { PAYMENT_METHODS } from './paths'
import { billingCustomer } from './queries'

const NOT_OPENED =
  '카드 등록창을 열지 못했습니다. 인터넷 연결과 광고 차단 기능을 확인한 뒤 다시 시도해 주세요.'
const CANCELLED = '카드 등록을 취소하셨습니다.'

function messageFor(error: unknown): string {
  if (error instanceof Problem) return error.detail
  return isCancel(windowErrorCode(error)) ? CANCELLED : NOT_OPENED
}

/** Registers a card in the provider's window. With a subscription, its charges move to the new card. */
export function useRegisterCard(subscriptionId?: number) {
  const client = useQueryClient()
  const register = useMutation({
    mutationFn: async () => {
      const [providers, customer] = await Promise.all([client.query(providerKeysQuery), billingCustomer()])
      const provider = providers.find(({ pgType }) => pgType.includes('billing'))
      if (!provider) throw new Error(NOT_OPENED)
      const search = subscriptionId === undefined ? '' : `?subscriptionId=${subscriptionId}`
      await openCardWindow({
        provider,
        customer,
        successPath: `${PAYMENT_METHODS}/success${search}`,
        failPath: `${PAYMENT_METHODS}/fail${search}`,
      }).catch((error) => {
        throw new Error(messageFor(error))
      })
    },
  })
  const { reset } = register
  useEffect(() => {
    // On the way back from the window the browser may restore this page as it was left: enable the button again.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset()
    window.addEventListener('pageshow', onShow)
    return () => window.removeEventListener('pageshow', onShow)
  }, [reset])
  return register
}
