import { type Choice, checkoutPath, PAYMENT_TYPES } from '../catalog'
import { type Till, tillOf } from '../catalog/paths'
import { classes } from '../ui/classes'
import { Link } from '../ui/link'

/** Switches between single and recurring payment. Both links look alike, so that neither is favoured. */
export function PaymentTypeLinks({ till, choice }: { till: Till; choice: Choice }) {
  const { planId, months, quantity } = choice
  return (
    <nav aria-label="결제 방식">
      <p className="mb-3 font-semibold text-small" aria-hidden="true">
        결제 방식
      </p>
      <ul className="grid gap-2 sm:grid-cols-2">
        {PAYMENT_TYPES.map(({ value, title, note }) => (
          <li key={value}>
            <Link
              to={checkoutPath(tillOf(till.kind, value), { planId, months, quantity })}
              replace
              aria-current={value === till.paymentType ? 'page' : undefined}
              className={classes(
                'block h-full rounded-control border px-4 py-3',
                value === till.paymentType
                  ? 'border-accent bg-accent-tint ring-1 ring-accent'
                  : 'border-line hover:border-ink-3',
              )}
            >
              <span className="block font-semibold">{title}</span>
              <span className="block text-caption text-ink-2">{note}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
