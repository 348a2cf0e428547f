import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { type Gateway, type GatewaySheet, useGatewaysChanged } from './queries'

/** Asks until when and why, shows how many services move, and wants the gateway's name typed. */
export function Evacuate({ gateway, onClose }: { gateway: Gateway; onClose: () => void }) {
  const changed = useGatewaysChanged()
  const [until, setUntil] = useState('')
  const [words, setWords] = useState('')
  const [isAsked, setAsked] = useState(false)
  const isReady = until !== '' && words.trim().length >= 2
  const wish = { until, words: words.trim() }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (isAsked)
    return (
      <PreviewDialog<GatewaySheet>
        title={`${gateway.name} 대피`}
        confirmLabel="대피 시작"
        typedName={gateway.name}
        load={() => post(path('/api/v1/console/gateways/{id}/evacuation/preview', { id: gateway.id }), wish)}
        confirm={(confirmed) =>
          send<GatewaySheet>('POST', path('/api/v1/console/gateways/{id}/evacuation', { id: gateway.id }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={() => {
          onClose()
          changed()
          showToast('대피를 시작했습니다. 회원마다 옮길 자리를 찾습니다.')
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`${gateway.name} 대피`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="마지막 날"
          type="date"
          help="이날까지 이 게이트웨이가 서비스합니다. 회원에게는 적어도 일주일이 있습니다."
          value={until}
          onChange={(event) => setUntil(event.target.value)}
        />
        <TextField
          label="회원이 읽는 사유"
          help="메일과 이용현황에 그대로 보입니다. 예: 통신사 회선 교체"
          maxLength={200}
          value={words}
          onChange={(event) => setWords(event.target.value)}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
