/** Addresses of the block for documentation (RFC 5737): they belong to nobody. */
const SAME = ['203.0.113.24']
const CHANGING = ['203.0.113.24', '203.0.113.81', '203.0.113.152']
const PLACES = ['집에서', '출장지에서', '카페에서']
const CHANGES = ['처음에는', '변경하면', '또 변경하면']
const ROW = 52

const middle = (row: number) => 26 + row * ROW

/** A figure of one member: at three places with the same address, or after each change with another one. */
export function PlacesFigure({ isFixed }: { isFixed: boolean }) {
  const addresses = isFixed ? SAME : CHANGING
  const at = (row: number) => (isFixed ? middle(1) : middle(row))
  return (
    <svg
      viewBox="0 0 340 156"
      role="img"
      aria-label={
        isFixed
          ? '집, 출장지, 카페 어디에서 접속해도 같은 주소 하나로 나가는 그림'
          : '변경할 때마다 다른 주소로 나가는 그림'
      }
      className="w-full max-w-105"
      fill="none"
    >
      {(isFixed ? PLACES : CHANGES).map((place, row) => (
        <g key={place}>
          <circle cx="8" cy={middle(row)} r="5" className="stroke-ink-3" strokeWidth="1.75" />
          <text x="22" y={middle(row) + 5} className="fill-ink-2 text-small">
            {place}
          </text>
          <path
            d={`M100 ${middle(row)}C140 ${middle(row)} 140 ${at(row)} 178 ${at(row)}`}
            className="stroke-accent"
            strokeWidth="1.75"
          />
        </g>
      ))}
      {addresses.map((address, row) => (
        <g key={address}>
          <rect
            x="178"
            y={at(row) - 19}
            width="152"
            height="38"
            rx="10"
            className="fill-paper stroke-accent"
            strokeWidth={isFixed ? 2 : 1.25}
          />
          <text x="254" y={at(row) + 6} textAnchor="middle" className="address fill-ink">
            {address}
          </text>
        </g>
      ))}
    </svg>
  )
}
