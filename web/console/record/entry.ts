import type { Named } from '../frame/types'

/** What somebody did to one object, as the record has it for good. */
export interface Entry {
  index: number
  at: string
  /** `null` where a command or a job did it. */
  staff: Named | null
  role: string
  action: string
  label: string
  objectKind: string
  objectId: string
  reason: string
  before: unknown
  after: unknown
  requestId: string
  address: string
  /** Confirmed without a second person. */
  alone: boolean
  approvalId: number | null
}

/** Who did it, in words. */
export const authorOf = ({ staff, role }: Pick<Entry, 'staff' | 'role'>) => staff?.name ?? role
