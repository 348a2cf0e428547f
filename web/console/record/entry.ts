import type { Answer } from '../../src/api/path'

/** What somebody did to one object, as the record has it for good. */
export type Entry = Answer<'/api/v1/console/record'>['items'][number]

/** Who did it, in words; without a person it was a command or a job. */
export const authorOf = ({ staff, role }: Pick<Entry, 'staff' | 'role'>) => staff?.name ?? role
