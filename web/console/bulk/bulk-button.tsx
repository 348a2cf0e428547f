import { useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { API, send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import type { Selection } from '../frame/selection'
import { useMay } from '../frame/session'
import type { Preview } from '../frame/types'
import { ParamsDialog } from './params-dialog'
import type { Form } from './queries'
import { KINDS } from './words'

interface BulkButtonProps {
  of: 'services' | 'members'
  selection: Selection
  /** The filters of the whole set. */
  query: string
  clear: () => void
}

type Kind = Form['kind']
type Params = Omit<Form, 'kind' | 'ids' | 'query'>

/** Everything that can be done to the ticked rows, or to all that the filters find: asked for, previewed, begun. */
export function BulkButton({ of, selection, query, clear }: BulkButtonProps) {
  const may = useMay()
  const [kind, setKind] = useState<Kind | null>(null)
  const [params, setParams] = useState<Params | null>(null)
  if (!may('bulk.run')) return null
  const kinds = (Object.keys(KINDS) as Kind[]).filter(
    (name) => KINDS[name].of === of && may(KINDS[name].permission),
  )
  const close = () => {
    setKind(null)
    setParams(null)
  }
  const begin = (name: Kind) => {
    setKind(name)
    setParams(KINDS[name].asks === null ? {} : null)
  }
  return (
    <>
      {kinds.map((name) => (
        <Button key={name} kind="quiet" onClick={() => begin(name)}>
          {KINDS[name].label}
        </Button>
      ))}
      {kind && !params && <ParamsDialog kind={kind} onReady={setParams} onClose={close} />}
      {kind && params && (
        <Confirm
          form={{
            kind,
            ...params,
            ...(selection.isWhole ? { query } : { ids: [...selection.ids].map(Number) }),
          }}
          onClose={close}
          onBegun={clear}
        />
      )}
    </>
  )
}

function Confirm({ form, onClose, onBegun }: { form: Form; onClose: () => void; onBegun: () => void }) {
  const navigate = useNavigate()
  const { label } = KINDS[form.kind]
  return (
    <PreviewDialog<{ runId: number }>
      title={label}
      confirmLabel={`${label} 시작`}
      load={async () => (await send<Preview>('POST', `${API}/bulk/preview`, form)).data}
      confirm={({ digest, reason }, key) => send('POST', `${API}/bulk`, { ...form, key, digest, reason })}
      onDone={({ runId }) => {
        onClose()
        onBegun()
        showToast('처리를 시작했습니다.')
        navigate(`/console/bulk/${runId}`)
      }}
      onClose={onClose}
    />
  )
}
