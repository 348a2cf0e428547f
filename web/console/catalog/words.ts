import { KINDS } from '../../generated/words/catalog'
import { figures } from '../../src/korean/money'

export { KINDS }

export const speed = (mbit: number | null) => (mbit === null ? '회선 최고 속도' : `${figures(mbit)}Mbps`)

const OF_SERVICES = ['pool', 'deviceLimit', 'connections', 'uploadMbit', 'downloadMbit']
const OF_ROTATION = ['leastSeconds', 'aDay', 'timerLeast', 'timerMost', 'otherNetwork']

/** Whether plans of this kind have the field: tickets have no addresses, and only dynamic plans change them. */
export const hasField = (kind: string, field: string) =>
  !(kind === 'ticket' && OF_SERVICES.includes(field)) && (kind === 'dynamic' || !OF_ROTATION.includes(field))
