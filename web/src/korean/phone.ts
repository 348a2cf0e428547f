/** The address that dials a number: `tel:16000000` for `1600-0000`. */
export const dialPath = (number: string) => `tel:${number.replaceAll(/[^\d+]/g, '')}`
