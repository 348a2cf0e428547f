/** Drops hyphens, blanks and everything else that is not a digit; full-width and Arabic digits become plain ones. */
export const digitsOf = (typed: string) =>
  typed
    .normalize('NFKC')
    // The last four bits of both forms are the digit.
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replaceAll(/\D/g, '')
