import { State } from '../frame/state'
import type { Invoice } from './queries'

export function InvoiceState({ state }: { state: Invoice['state'] }) {
  if (state === 'issued') return <State tone="ok">발행</State>
  if (state === 'refused') return <State tone="danger">거절</State>
  return <State tone="warn">처리 전</State>
}
