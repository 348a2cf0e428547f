/** `01012345678` → `010-1234-5678`; anything but a mobile number is left as it is. */
export const phoneNumber = (digits: string) => digits.replace(/^(01\d)(\d{3,4})(\d{4})$/, '$1-$2-$3')
