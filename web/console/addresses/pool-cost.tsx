import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import type { OwnFields } from '../desk/wish-form'
import { Button } from '../frame/button'
import { SelectField } from '../frame/field'
import { Money } from '../frame/money'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import type { PoolCost as Cost } from './queries'

const COSTS = '/api/v1/console/pool-costs'

/** What one address of the pool costs a month; whoever may presses it to set another. */
export function PoolCost({ pool }: { pool: number }) {
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const cost = useQuery(consoleQuery(COSTS)).data?.items.find(({ poolId }) => poolId === pool)
  if (!cost) return null
  return (
    <>
      <Money won={cost.won} empty="모름" />
      {cost.changesNext && (
        <span className="block text-caption text-ink-2">
          다음 달 <Money won={cost.nextWon} empty="모름" />
        </span>
      )}
      {may('numbers.costs') && (
        <Button kind="text" aria-label={`${cost.code} 원가 적기`} onClick={() => setOpen(true)}>
          적기
        </Button>
      )}
      {isOpen && <SetCost cost={cost} onClose={() => setOpen(false)} />}
    </>
  )
}

/** `2026-11`: this month in Seoul, or some months from it. */
function monthFromNow(months: number): string {
  const [year = 0, month = 1] = new Date()
    .toLocaleDateString('en-CA', { timeZone: 'Asia/Seoul' })
    .split('-')
    .map(Number)
  return new Date(Date.UTC(year, month - 1 + months, 1)).toISOString().slice(0, 7)
}

const MONTHS: [months: number, label: string][] = [
  [-1, '지난달'],
  [0, '이번 달'],
  [1, '다음 달'],
]

const OWN: OwnFields = {
  month: (form, { label }) => (
    <SelectField label={label} {...form.register('month')}>
      {MONTHS.map(([months, word]) => (
        <option key={months} value={monthFromNow(months)}>
          {word}
        </option>
      ))}
    </SelectField>
  ),
}

/** An empty cost is one that nobody knows. */
function SetCost({ cost, onClose }: { cost: Cost; onClose: () => void }) {
  return (
    <ChangeDialog
      change="numbers.costs"
      target={cost.poolId}
      title={`${cost.code} 풀의 원가`}
      start={{ won: cost.won, month: monthFromNow(0) }}
      own={OWN}
      sent={(wish) => ({ won: null, ...wish })}
      onClose={onClose}
    />
  )
}
