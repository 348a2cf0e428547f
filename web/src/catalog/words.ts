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

/**
 * How fast a plan is where it says so: `다운로드 최대 100Mbps, 업로드 최대 10Mbps`, or one figure where both are the same;
 * empty for a plan that is as fast as its line.
 */
export function speedWords({ downloadMbit, uploadMbit }: Pick<Plan, 'downloadMbit' | 'uploadMbit'>): string {
  if (downloadMbit === uploadMbit) return downloadMbit === null ? '' : `최대 ${downloadMbit}Mbps`
  return [
    downloadMbit !== null && `다운로드 최대 ${downloadMbit}Mbps`,
    uploadMbit !== null && `업로드 최대 ${uploadMbit}Mbps`,
  ]
    .filter(Boolean)
    .join(', ')
}
