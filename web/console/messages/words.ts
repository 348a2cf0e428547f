import { CHANNELS } from '../../generated/words/outbox'
export const KINDS = { mail: CHANNELS.mail, sms: 'SMS', lms: 'LMS' } as const
