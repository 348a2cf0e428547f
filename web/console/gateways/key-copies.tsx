import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { saveFile } from '../../src/ui/save-file'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { isReason, ReasonField } from '../frame/reason-field'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { type GatewaySheet, useGatewaysChanged } from './queries'

/** The sealed copies of a gateway's key, which only the owner's recovery key opens. */
export function KeyCopies({ sheet }: { sheet: GatewaySheet }) {
  const may = useMay()
  const [taken, setTaken] = useState<number | null>(null)
  if (sheet.keyCopies.length === 0) return <>없음</>
  return (
    <>
      <ul className="grid gap-1">
        {sheet.keyCopies.map(({ number, keptAt }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-2">
            <When at={keptAt} />
            {may('gateways.change') && (
              <button
                type="button"
                className="min-h-8 text-accent text-small underline underline-offset-4"
                onClick={() => setTaken(number)}
              >
                받기
              </button>
            )}
          </li>
        ))}
      </ul>
      {taken !== null && <TakeCopy sheet={sheet} number={taken} onClose={() => setTaken(null)} />}
    </>
  )
}

function TakeCopy(props: { sheet: GatewaySheet; number: number; onClose: () => void }) {
  const { sheet, number, onClose } = props
  const changed = useGatewaysChanged()
  const [reason, setReason] = useState('')
  const take = useMutation({
    mutationFn: () =>
      post(path('/api/v1/console/gateways/{id}/key-copies/{number}', { id: sheet.gateway.id, number }), {
        reason: reason.trim(),
      }),
    onSuccess: ({ name, sealed }) => {
      saveFile(`${name}.backup`, `${sealed}\n`)
      changed()
      onClose()
    },
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !take.isPending) take.mutate()
  }

  return (
    <Dialog title="키 사본 받기" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <p className="text-ink-2">
          새 호스트에서 ieum gateway open-backup 명령과 복구 키 파일로 엽니다. 복구 키가 없으면 아무도 열 수
          없습니다.
        </p>
        <ReasonField value={reason} onChange={setReason} />
        <Failure error={take.error} />
        <FormButtons isReady={isReason(reason)} isPending={take.isPending}>
          받기
        </FormButtons>
      </form>
    </Dialog>
  )
}
