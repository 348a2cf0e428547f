import type { Channel } from '../../api/types'

/** What the server has verified of somebody and will take once. */
export interface Proof {
  channel: Channel
  /** As `comparable` writes it. */
  target: string
  id: string
  /** The server forgets it then; by this browser's clock. */
  until: number
}

/** A verified proof may be spent for half an hour; a minute less, so that it does not end under way. */
const SPENDABLE_FOR = 29 * 60_000

export const aProof = (channel: Channel, target: string, id: string): Proof => ({
  channel,
  target,
  id,
  until: Date.now() + SPENDABLE_FOR,
})

/** Phone numbers without hyphens, addresses without the blanks around them. */
export const comparable = (channel: Channel, typed: string) =>
  channel === 'phone' ? typed.replaceAll(/\D/g, '') : typed.trim()

/** A changed number or address is no longer the one that was verified. */
export const fits = (proof: Proof | null, channel: Channel, typed: string): proof is Proof =>
  proof !== null &&
  proof.channel === channel &&
  proof.target === comparable(channel, typed) &&
  proof.until > Date.now()
