import { STATES, TONES } from '../../generated/words/invoices-desk'
import { State } from '../frame/state'
import type { Invoice } from './queries'

export function InvoiceState({ state }: { state: Invoice['state'] }) {
  return <State tone={TONES[state]}>{STATES[state]}</State>
}
