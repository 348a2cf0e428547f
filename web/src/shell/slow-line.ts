/** Bytes in a millisecond: 800 kbit/s, on which the fonts of a page take three seconds. */
const SLOW = 100
/** Fewer bytes arrive at once and tell nothing of the line. */
const TELLING = 4_000

/** Whether this document came over a line on which fonts would hold up what somebody presses next, or one that is paid by the byte. */
export function isSlowLine(): boolean {
  const { connection } = navigator as Navigator & { connection?: { saveData?: boolean } }
  if (connection?.saveData) return true
  const [document] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  if (!document || document.transferSize < TELLING) return false
  return document.transferSize / (document.responseEnd - document.responseStart) < SLOW
}
