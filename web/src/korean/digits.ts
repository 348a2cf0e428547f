/** Drops hyphens, blanks and everything else that is not a digit; full-width digits become plain ones. */
export const digitsOf = (typed: string) => typed.normalize('NFKC').replaceAll(/\D/g, '')
