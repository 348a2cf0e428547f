import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { textOfFile, UNREADABLE } from '../../src/ui/text-of-file'
import { useAfter } from '../desk/use-press'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { CancelButton, Dialog, DialogButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { TextArea, TextField } from '../frame/field'
import { pressKey } from '../frame/press-key'
import { Preview } from '../frame/preview'
import { isReason, ReasonField } from '../frame/reason-field'
import { useMay } from '../frame/session'
import { gatewaysQuery } from '../gateways/queries'
import { ImportLines } from './import-lines'
import { type ImportPreview, LIST, poolsQuery } from './queries'

const EMPTY = { text: '', gateway: '', pool: '', carrier: '', region: '' }

/** Takes pasted lines or a file, says of each line what is wrong with it, and imports all of them or the good ones. */
export function ImportAddresses({ onClose }: { onClose: () => void }) {
  const after = useAfter('addresses.import')
  const [key] = useState(pressKey)
  const [wish, setWish] = useState(EMPTY)
  const [shown, setShown] = useState<ImportPreview | null>(null)
  const [reason, setReason] = useState('')
  const [fileError, setFileError] = useState<string>()
  const isCsv = /[,;\t]/.test(wish.text.trim().split('\n')[0] ?? '')
  const hasFaults = shown !== null && shown.bad > 0
  const look = useMutation({
    mutationFn: () => post(`${LIST}/import/preview`, { ...wish, onlyGood: true }),
    onSuccess: setShown,
  })
  const press = useMutation({
    mutationFn: (digest: string) =>
      post(`${LIST}/import`, { wish: { ...wish, onlyGood: true }, key, digest, reason: reason.trim() }),
    onSuccess: () => {
      onClose()
      after()
    },
    // What was seen no longer holds: it is looked at anew.
    onError: () => look.mutate(),
  })
  const isReady = shown !== null && shown.good > 0

  function change(next: Partial<typeof wish>) {
    setWish({ ...wish, ...next })
    setShown(null)
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (look.isPending || press.isPending) return
    if (!isReady) look.mutate()
    else if (isReason(reason)) press.mutate(shown.preview.digest)
  }

  return (
    <Dialog title="IP 등록" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextArea
          label="IP 목록"
          help="한 줄에 IP나 네트워크(203.0.113.0/28) 하나. 또는 첫 줄이 gateway,address,pool,carrier,region인 CSV."
          rows={7}
          className="address"
          spellCheck={false}
          value={wish.text}
          onChange={(event) => change({ text: event.target.value })}
        />
        <TextField
          label="CSV 파일"
          optional
          type="file"
          className="py-1.5 max-sm:py-2.5"
          accept=".csv,.txt,text/csv,text/plain"
          error={fileError}
          onChange={async (event) => {
            const file = event.target.files?.[0]
            if (!file) return
            const text = await textOfFile(file)
            setFileError(text === null ? UNREADABLE : undefined)
            if (text !== null) change({ text })
          }}
        />
        {!isCsv && <Place wish={wish} onChange={change} />}
        <Failure error={look.error ?? press.error} />
        {shown && (
          // The form is as high as a screen: what was found out stands below it, and is what was asked for.
          <div ref={intoView} className="grid scroll-mt-4 gap-3">
            <Preview preview={shown.preview} />
            <ImportLines shown={shown} />
          </div>
        )}
        {isReady && <ReasonField value={reason} onChange={setReason} />}
        <DialogButtons>
          <CancelButton />
          {isReady ? (
            <Button type="submit" disabled={!isReason(reason)} loading={press.isPending}>
              {hasFaults && '좋은 줄만 '}IP {shown.good.toLocaleString('ko-KR')}개 등록
            </Button>
          ) : (
            <Button type="submit" disabled={wish.text.trim() === ''} loading={look.isPending}>
              확인하기
            </Button>
          )}
        </DialogButtons>
      </form>
    </Dialog>
  )
}

const intoView = (element: HTMLElement | null) => element?.scrollIntoView?.({ block: 'start' })

const PLACES = [
  { name: 'gateway', label: '게이트웨이', help: '등록한 게이트웨이의 이름입니다. 예: seoul-1' },
  {
    name: 'pool',
    label: '풀',
    help: '한 상품으로 함께 파는 IP의 묶음입니다. 처음 쓰는 이름이면 새로 만듭니다. 예: kt-seoul',
  },
  { name: 'carrier', label: '통신사', help: '회원에게 보입니다. 예: KT' },
  { name: 'region', label: '지역', help: '회원에게 보입니다. 예: 서울' },
] as const

/** Where pasted addresses belong: known names are offered, others make a new pool. */
function Place({ wish, onChange }: { wish: typeof EMPTY; onChange: (next: Partial<typeof EMPTY>) => void }) {
  const may = useMay()
  const known = useQuery(poolsQuery).data?.items ?? []
  const gateways = useQuery({ ...gatewaysQuery, enabled: may('gateways.view') }).data?.items ?? []
  const lists = {
    gateway: gateways.map(({ name }) => name),
    pool: known.map(({ pool }) => pool.code),
    carrier: known.map(({ pool }) => pool.carrier),
    region: known.map(({ pool }) => pool.region),
  }
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      {PLACES.map(({ name, label, help }) => (
        <div key={name}>
          <TextField
            label={label}
            help={help}
            list={`import-${name}`}
            maxLength={60}
            value={wish[name]}
            onChange={(event) => onChange({ [name]: event.target.value })}
          />
          <datalist id={`import-${name}`}>
            {[...new Set(lists[name])].map((value) => (
              <option key={value} value={value} />
            ))}
          </datalist>
        </div>
      ))}
    </div>
  )
}
