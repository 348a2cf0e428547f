import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { useDone } from './presses'
import type { ServiceSheet } from './queries'

/** Asks for how many days, and shows until when the service runs then. A second press of the same gives no more. */
export function Extend({ sheet, onClose }: { sheet: ServiceSheet; onClose: () => void }) {
  const { id } = sheet.service
  const [days, setDays] = useState('3')
  const [isAsked, setAsked] = useState(false)
  const done = useDone(onClose)
  const isReady = /^\d{1,3}$/.test(days) && Number(days) >= 1 && Number(days) <= 366
  const wish = { days: Number(days) }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (isAsked)
    return (
      <PreviewDialog<ServiceSheet>
        title={`서비스 ${id} 기간 연장`}
        confirmLabel={`${days}일 연장`}
        load={() => post(path('/api/v1/console/services/{id}/extension/preview', { id }), wish)}
        confirm={(confirmed, key) =>
          send<ServiceSheet>('POST', path('/api/v1/console/services/{id}/extension', { id }), {
            ...wish,
            key,
            ...confirmed,
          })
        }
        onDone={done(`${days}일 연장했습니다.`)}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`서비스 ${id} 기간 연장`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="며칠을 늘릴까요?"
          help="1일부터 366일까지. 결제 없이 만료일이 뒤로 갑니다."
          inputMode="numeric"
          value={days}
          onChange={(event) => setDays(event.target.value.trim())}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
