import { useEffect, useRef, useState } from 'react'
import type { Quote } from '../api/types'
import { digitsOf } from '../korean/digits'
import { figures } from '../korean/money'
import { Button } from '../ui/button'
import { TextField } from '../ui/field'

/** Long enough not to send a request for every key. */
const TYPING_PAUSE = 400

interface PointsFieldProps {
  value: number
  /** The quote of the same order without points, which tells how many may be spent. */
  limits: Quote | undefined
  /** What the member's record says. It keeps the field's place until the quote arrives. */
  balance: number
  threshold: number
  error: string | undefined
  onChange: (points: number) => void
}

export function PointsField({ value, limits, balance, threshold, error, onChange }: PointsFieldProps) {
  const [typed, setTyped] = useState(String(value))
  const input = useRef<HTMLInputElement>(null)
  const points = Number(digitsOf(typed).slice(0, 9))
  const held = limits ?? { pointBalance: balance, pointLimit: undefined, pointThreshold: threshold }
  const { pointBalance, pointLimit } = held

  // A buyer may type before hydration, which `typed` does not know yet.
  useEffect(() => setTyped((before) => input.current?.value ?? before), [])

  useEffect(() => {
    if (points === value) return
    const timer = setTimeout(() => onChange(points), TYPING_PAUSE)
    return () => clearTimeout(timer)
  }, [points, value, onChange])

  function spend(amount: number) {
    setTyped(String(amount))
    onChange(amount)
  }

  if (pointBalance === 0 && value === 0) return null
  const isBarred = value === 0 && (pointLimit === undefined ? balance < threshold : pointLimit === 0)
  return (
    <section aria-label="포인트">
      {isBarred ? (
        <>
          <h2 className="font-semibold text-small">포인트</h2>
          <p className="mt-2 text-ink-2 text-small">{whyNone(held)}</p>
        </>
      ) : (
        <TextField
          ref={input}
          label="사용할 포인트"
          inputMode="numeric"
          autoComplete="off"
          className="figures"
          value={typed}
          onFocus={(event) => event.currentTarget.select()}
          onChange={(event) => setTyped(event.currentTarget.value)}
          onBlur={() => spend(points)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault() // Enter takes over the points; it must not place the order
            spend(points)
          }}
          help={limitText(held)}
          error={error}
          trailing={
            <Button
              kind="quiet"
              size="field"
              disabled={pointLimit === undefined || points === pointLimit}
              onClick={() => pointLimit !== undefined && spend(pointLimit)}
            >
              전액 사용
            </Button>
          }
        />
      )}
    </section>
  )
}

interface Held {
  pointBalance: number
  pointThreshold: number
  /** Unknown until the quote arrives. */
  pointLimit: number | undefined
}

const whyNone = ({ pointBalance, pointThreshold }: Held) =>
  pointBalance < pointThreshold
    ? `보유 ${figures(pointBalance)}포인트 · ${figures(pointThreshold)}포인트부터 사용할 수 있습니다.`
    : `보유 ${figures(pointBalance)}포인트 · 이 주문에는 포인트를 사용할 수 없습니다.`

const limitText = ({ pointBalance, pointLimit = pointBalance }: Held) =>
  pointLimit < pointBalance
    ? `보유 ${figures(pointBalance)}포인트 · 이 주문에는 ${figures(pointLimit)}포인트까지 사용할 수 있습니다.`
    : `보유 ${figures(pointBalance)}포인트`
