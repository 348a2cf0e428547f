import described from '../../generated/changes.json'

/** A field of a change's form, as the server describes the wish. */
export interface Field {
  name: string
  label: string
  help: string
  /** `own`: a list or an object, which the page of the change draws. */
  type: 'integer' | 'string' | 'date' | 'date-time' | 'boolean' | 'own'
  required: boolean
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  /** Where its choices come from (`options.ts`). */
  options?: string
  /** The words of its choices. */
  words?: Record<string, string>
  /** What the field begins with. */
  default?: boolean | number | string
}

export interface Change {
  label: string
  /** Says that it is made. */
  done: string
  permission: string
  object: string
  /** The screen of the list whose rows it changes. */
  screen: string
  /** Pressed at once, without a preview and a reason. */
  isPlain: boolean
  asksReason: boolean
  inBulk: boolean
  fields: Field[]
}

export type ChangeName = keyof typeof described

/** Every change that staff can make, by its name. The build of the pages makes the file from the server's declarations. */
export const CHANGES: Record<ChangeName, Change> = described as Record<ChangeName, Change>

export const changeNames = Object.keys(CHANGES) as ChangeName[]
