/** 홍길동 → 홍*동, 홍길 → 홍*: as the certificate will have it (`ieum/shop/kernel/masking.py`). */
export function maskedName(name: string): string {
  const letters = [...name.normalize('NFC')]
  if (letters.length <= 2) return `${letters.slice(0, -1).join('')}*`
  return `${letters[0]}${'*'.repeat(letters.length - 2)}${letters.at(-1)}`
}
