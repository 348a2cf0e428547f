/** A key of one press: sent again with it, the server does nothing twice. Works without https, too. */
export const pressKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
