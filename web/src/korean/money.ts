const grouped = new Intl.NumberFormat('ko-KR')

/** `33,000` — the unit is set beside the figure, smaller. */
export const figures = (amount: number) => grouped.format(amount)

/** `33,000원` */
export const won = (amount: number) => `${grouped.format(amount)}원`
