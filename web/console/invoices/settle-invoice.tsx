import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { INVOICES } from './queries'

/** 24 signs, as Hometax writes them or without hyphens; which day they begin with, the server checks. */
const isNumber = (text: string) => /^[0-9]{8}[0-9A-Za-z]{16}$/.test(text.replace(/[ -]/g, ''))

/** Writes down that it was issued, under which number, or that it is refused. */
export function SettleInvoice({ id }: { id: string }) {
  const client = useQueryClient()
  const [number, setNumber] = useState('')
  const [doing, setDoing] = useState<'issue' | 'refuse' | null>(null)
  const at = { order_id: id }
  const typed = number.trim()

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isNumber(typed)) setDoing('issue')
  }

  async function done(toast: string) {
    setDoing(null)
    showToast(toast)
    await Promise.all([
      client.invalidateQueries({ queryKey: [INVOICES] }),
      client.invalidateQueries({ queryKey: [path('/api/v1/console/invoices/{order_id}', at) as string] }),
    ])
  }

  return (
    <>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="국세청 승인번호"
          help="홈택스에서 발행한 뒤 승인번호 24자리를 그대로 적어 주세요."
          autoComplete="off"
          maxLength={40}
          value={number}
          error={typed && !isNumber(typed) ? '발행한 날짜 8자리로 시작하는 24자리를 적어 주세요.' : undefined}
          onChange={({ target }) => setNumber(target.value)}
        />
        <div className="flex flex-wrap gap-2">
          <Button type="submit" disabled={!isNumber(typed)}>
            발행으로 표시
          </Button>
          <Button kind="danger" onClick={() => setDoing('refuse')}>
            거절
          </Button>
        </div>
      </form>
      {doing === 'issue' && (
        <PreviewDialog
          title="발행으로 표시"
          confirmLabel="발행으로 표시"
          load={() => post(path('/api/v1/console/invoices/{order_id}/issue/preview', at), { number: typed })}
          confirm={(confirmed) =>
            send('POST', path('/api/v1/console/invoices/{order_id}/issue', at), {
              ...confirmed,
              number: typed,
            })
          }
          onDone={() => done('발행으로 표시했습니다.')}
          onClose={() => setDoing(null)}
        />
      )}
      {doing === 'refuse' && (
        <PreviewDialog
          title="발행 거절"
          confirmLabel="거절하기"
          load={() => post(path('/api/v1/console/invoices/{order_id}/refusal/preview', at))}
          confirm={(confirmed) =>
            send('POST', path('/api/v1/console/invoices/{order_id}/refusal', at), confirmed)
          }
          onDone={() => done('거절했습니다.')}
          onClose={() => setDoing(null)}
        />
      )}
    </>
  )
}
