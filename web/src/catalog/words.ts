import type { Plan } from '../api/types'
import { PRODUCTS } from './paths'

/** The carrier to show beside the name of a plan; empty if that already contains it. */
export const carrierBeside = (planName: string, carrier: string) =>
  planName.includes(carrier) ? '' : carrier

/** What is bought, in one line: `KT 고정 IP · 3개월`, with the quantity where that is not just one period of one. */
export function inOneLine({ kind, name }: Plan, months: number, quantity: number): string {
  const { unit } = PRODUCTS[kind]
  const isTicket = kind === 'ticket'
  return [name, !isTicket && `${months}개월`, (isTicket || quantity > 1) && `${quantity}${unit}`]
    .filter(Boolean)
    .join(' · ')
}
