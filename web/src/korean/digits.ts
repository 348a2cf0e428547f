/** What was typed between them, hyphens and blanks, says nothing. */
export const digitsOf = (typed: string) => typed.replaceAll(/\D/g, '')
