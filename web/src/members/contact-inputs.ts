/** How a browser helps to type a Korean mobile number. */
export const PHONE_INPUT = {
  type: 'tel',
  inputMode: 'tel',
  autoComplete: 'tel-national',
  placeholder: '010-1234-5678',
  maxLength: 20,
} as const

/** How a browser helps to type a mail address. */
export const EMAIL_INPUT = {
  type: 'email',
  inputMode: 'email',
  autoComplete: 'email',
  spellCheck: false,
  maxLength: 254,
} as const
