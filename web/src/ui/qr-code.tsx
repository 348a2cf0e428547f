import { encode } from 'uqr'
import { classes } from './classes'

interface QrCodeProps {
  text: string
  label: string
  /** Its size, where that is another one than for a camera before a screen. */
  className?: string
}

/** Dark on white in every theme, because cameras need that. Drawn in the browser, so that a secret stays there. */
export default function QrCode({ text, label, className = 'size-60' }: QrCodeProps) {
  const { data, size } = encode(text, { ecc: 'L', border: 3 })
  const dark = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : ''))).join('')
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={classes('rounded-control border border-line', className)}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={dark} fill="#000" />
    </svg>
  )
}
