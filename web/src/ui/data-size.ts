const UNITS = ['B', 'KB', 'MB', 'GB', 'TB']

/** `1.2 GB`; tenths below ten, whole numbers above. */
export function dataSize(bytes: number): string {
  const step = Math.min(UNITS.length - 1, bytes > 0 ? Math.floor(Math.log10(bytes) / 3) : 0)
  const size = bytes / 1000 ** step
  return `${step > 0 && size < 10 ? size.toFixed(1) : Math.round(size)} ${UNITS[step]}`
}
