/** `2:05` */
export const clock = (seconds: number) =>
  `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`

/** `2분 5초`: the same for screen readers. */
export function spoken(seconds: number): string {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60]
  return [minutes > 0 && `${minutes}분`, (rest > 0 || minutes === 0) && `${rest}초`].filter(Boolean).join(' ')
}

/** `10분`, `1시간`, `1시간 30분` */
export function minutesInWords(minutes: number): string {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60]
  return [hours > 0 && `${hours}시간`, (rest > 0 || hours === 0) && `${rest}분`].filter(Boolean).join(' ')
}
