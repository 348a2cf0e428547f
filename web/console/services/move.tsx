import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { useDone } from './presses'
import type { ServiceSheet } from './queries'

/** Asks until when and why, and offers the member a place on another gateway. */
export function Move({ sheet, onClose }: { sheet: ServiceSheet; onClose: () => void }) {
  const { id } = sheet.service
  const [until, setUntil] = useState('')
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const done = useDone(onClose)
  const isReady = until !== '' && words.trim().length >= 2
  const wish = { until, words: words.trim() }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (isAsked)
    return (
      <PreviewDialog<ServiceSheet>
        title={`서비스 ${id} 이동`}
        confirmLabel="이동 제안"
        load={() => post(path('/api/v1/console/services/{id}/move/preview', { id }), wish)}
        confirm={(confirmed) =>
          send<ServiceSheet>('POST', path('/api/v1/console/services/{id}/move', { id }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={done('다른 게이트웨이에 자리를 잡았습니다. 회원에게 메일로 알립니다.')}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`서비스 ${id} 이동`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="마지막 날"
          type="date"
          help="회원이 누르지 않으면 이날이 지나 옮깁니다. 회원에게는 적어도 일주일이 있습니다."
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <TextField
          label="회원이 읽는 사유"
          help="메일과 이용현황에 그대로 보입니다. 예: 회선 품질 문제"
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
