/** `01012345678` → `010-1234-5678`; anything but a mobile number is left as it is. */
export const phoneNumber = (digits: string) => digits.replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')

/** The address that dials a number: `tel:16000000` for `1600-0000`. */
export const dialPath = (number: string) => `tel:${number.replaceAll(/[^\d+]/g, '')}`
