import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextField } from '../frame/field'
import { Money } from '../frame/money'
import { PreviewDialog } from '../frame/preview-dialog'
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

function SetCost({ cost, onClose }: { cost: Cost; onClose: () => void }) {
  const client = useQueryClient()
  const [won, setWon] = useState(cost.won === null ? '' : String(cost.won))
  const [month, setMonth] = useState(() => monthFromNow(0))
  const [isShown, setShown] = useState(false)
  const isReady = /^\d{0,9}$/.test(won)
  const wish = { month, won: won === '' ? null : Number(won) }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog<Cost>
        title={`${cost.code} 풀의 원가`}
        confirmLabel="원가 적기"
        load={() => post(path('/api/v1/console/pool-costs/{id}/preview', { id: cost.poolId }), wish)}
        confirm={(confirmed) =>
          send<Cost>('PUT', path('/api/v1/console/pool-costs/{id}', { id: cost.poolId }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={() => {
          client.invalidateQueries({ queryKey: [COSTS] })
          showToast('원가를 적었습니다. 이익은 몇 분 안에 다시 셉니다.')
          onClose()
        }}
        onClose={() => setShown(false)}
      />
    )
  return (
    <Dialog title={`${cost.code} 풀의 원가`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="IP 하나의 한 달 원가 (원)"
          help="부가세를 뺀 금액입니다. 모르면 비워 두세요."
          inputMode="numeric"
          value={won}
          onChange={(event) => setWon(event.target.value.replaceAll(',', '').trim())}
        />
        <SelectField label="언제부터" value={month} onChange={(event) => setMonth(event.target.value)}>
          <option value={monthFromNow(-1)}>지난달</option>
          <option value={monthFromNow(0)}>이번 달</option>
          <option value={monthFromNow(1)}>다음 달</option>
        </SelectField>
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
