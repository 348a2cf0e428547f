export const KINDS = { mail: '메일', sms: 'SMS', lms: 'LMS' } as const
