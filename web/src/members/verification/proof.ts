import type { Channel } from '../../api/types'
import { digitsOf } from '../../korean/digits'

/** A verified phone number or mail address; the server accepts its id once. */
export interface Proof {
  channel: Channel
  /** In the form of `comparable`. */
  target: string
  id: string
  /** When the server forgets it, by the clock of this browser. */
  until: number
}

/** The server keeps a proof for half an hour. We count a minute less, so that it does not expire on the way. */
const SPENDABLE_FOR = 29 * 60_000

export const aProof = (channel: Channel, target: string, id: string): Proof => ({
  channel,
  target,
  id,
  until: Date.now() + SPENDABLE_FOR,
})

/** The form to compare numbers or addresses in: digits only, or trimmed. */
export const comparable = (channel: Channel, typed: string) =>
  channel === 'phone' ? digitsOf(typed) : typed.trim()

/** Whether the proof still holds for what is typed; a changed number or address needs a new one. */
export const fits = (proof: Proof | null, channel: Channel, typed: string): proof is Proof =>
  proof !== null &&
  proof.channel === channel &&
  proof.target === comparable(channel, typed) &&
  proof.until > Date.now()
