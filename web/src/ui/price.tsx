import { figures, won } from '../korean/money'
import { classes } from './classes'

interface PriceProps {
  amount: number
  size?: 'body' | 'large' | 'huge'
  className?: string
}

const SIZES = {
  body: ['text-body font-semibold', 'text-small'],
  large: ['text-title-m font-bold', 'text-body'],
  huge: ['text-title-l font-bold', 'text-lead'],
} as const

/** `33,000원` within a sentence or on a button, as no translator writes it anew. */
export const Won = ({ amount }: { amount: number }) => <span translate="no">{won(amount)}</span>

/** An amount in won: a large figure with a small unit. */
export function Price({ amount, size = 'body', className }: PriceProps) {
  const [figure, unit] = SIZES[size]
  return (
    <span
      translate="no"
      className={classes('figures inline-flex items-baseline gap-2 whitespace-nowrap', className)}
    >
      <span>
        <span className={classes(figure, 'tracking-tight')}>{figures(amount)}</span>
        <span className={classes(unit, 'ml-0.5 font-medium')}>원</span>
      </span>
    </span>
  )
}
