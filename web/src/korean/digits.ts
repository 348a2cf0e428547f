/** Drops hyphens, blanks and everything else that is not a digit. */
export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '')
