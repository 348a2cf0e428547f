import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextArea, TextField } from '../frame/field'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import type { Form } from './queries'
import { KINDS } from './words'

interface ParamsDialogProps {
  kind: Form['kind']
  onReady: (params: Omit<Form, 'kind' | 'ids' | 'query'>) => void
  onClose: () => void
}

const LIMITS = { days: 366, points: 1_000_000 }
const TEXTS = {
  days: { label: '늘릴 날 (일)', help: '1일부터 366일까지 늘릴 수 있습니다.' },
  points: { label: '한 회원에게 지급할 포인트', help: '1포인트부터 1,000,000포인트까지 지급할 수 있습니다.' },
}

/** What the change needs to know; after it comes the preview with the exact count and sum. */
export function ParamsDialog({ kind, onReady, onClose }: ParamsDialogProps) {
  const { label, asks } = KINDS[kind]
  const [number, setNumber] = useState('')
  const [until, setUntil] = useState('')
  const [words, setWords] = useState('')
  const [gateway, setGateway] = useState('')
  const figure = /^\d+$/.test(number) ? Number(number) : 0
  const isReady =
    asks === 'days' || asks === 'points'
      ? figure >= 1 && figure <= LIMITS[asks]
      : until !== '' && words.trim().length >= 2

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (!isReady) return
    if (asks === 'move') onReady({ until, words: words.trim(), ...(gateway && { gateway: Number(gateway) }) })
    else if (asks) onReady({ [asks]: figure })
  }

  return (
    <Dialog title={label} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        {(asks === 'days' || asks === 'points') && (
          <TextField
            {...TEXTS[asks]}
            inputMode="numeric"
            autoComplete="off"
            value={number}
            error={number && !isReady ? TEXTS[asks].help : undefined}
            onChange={(event) => setNumber(event.target.value.replaceAll(',', '').trim())}
          />
        )}
        {asks === 'move' && (
          <>
            <TargetGateway value={gateway} onChange={setGateway} />
            <TextField
              label="지금 설정을 쓸 수 있는 마지막 날"
              type="date"
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
            <TextArea
              label="회원이 읽는 사유"
              help="메일과 이용현황에 그대로 나갑니다."
              maxLength={200}
              value={words}
              onChange={(event) => setWords(event.target.value)}
            />
          </>
        )}
        <FormButtons isReady={isReady}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}

/** Where the services go; for whoever may not see gateways, to wherever there is room. */
function TargetGateway({ value, onChange }: { value: string; onChange: (id: string) => void }) {
  const may = useMay()
  const { data } = useQuery({ ...consoleQuery('/api/v1/console/gateways'), enabled: may('gateways.view') })
  if (!may('gateways.view')) return null
  return (
    <SelectField
      label="옮길 게이트웨이"
      help="고르지 않으면 서비스마다 자리가 있는 곳으로 옮깁니다."
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      <option value="">자리가 있는 곳</option>
      {data?.items
        .filter(({ state }) => state === 'serving')
        .map(({ id, name, free }) => (
          <option key={id} value={id}>
            {name} (남은 IP {free.toLocaleString()})
          </option>
        ))}
    </SelectField>
  )
}
