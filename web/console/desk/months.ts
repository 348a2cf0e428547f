const SEOUL = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Seoul', year: 'numeric', month: '2-digit' })

/** The last months in Seoul, this one first: `2026-11`. */
export function lastMonths(count = 24, now = new Date()): string[] {
  const [year = 0, month = 0] = SEOUL.format(now).split('-').map(Number)
  return Array.from({ length: count }, (_, back) => {
    const months = year * 12 + month - 1 - back
    return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}`
  })
}

/** `2026년 11월` */
export const monthInWords = (month: string) => `${month.slice(0, 4)}년 ${Number(month.slice(5))}월`
