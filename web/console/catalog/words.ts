import { figures } from '../../src/korean/money'
import type { SoldPlan } from './queries'

export const KINDS: Record<SoldPlan['kind'], string> = {
  static: '고정 IP',
  dynamic: '유동 IP',
  ticket: 'IP 교체권',
}

export const speed = (mbit: number | null) => (mbit === null ? '회선 최고 속도' : `${figures(mbit)}Mbps`)

/** Digits only, as a number; `undefined` for none. */
export const numberIn = (text: string) => {
  const digits = text.replace(/\D/g, '')
  return digits ? Number(digits) : undefined
}
