import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { LIST, type Pool, useAddressesChanged } from './queries'

type Correction = 'names' | 'move' | 'remove'
type PoolName = Pool['pool']

const LABELS: Record<Correction, string> = { names: '이름 고치기', move: 'IP 옮기기', remove: 'IP 지우기' }

interface Props {
  pool: PoolName
  /** Those that addresses can move to. */
  others: PoolName[]
}

/** Corrects what an import got wrong: the names of a pool, or where its addresses belong. */
export function PoolCorrections({ pool, others }: Props) {
  const may = useMay()
  const [open, setOpen] = useState<Correction | null>(null)
  if (!may('addresses.change')) return null
  const close = () => setOpen(null)
  return (
    <div className="mt-1 flex flex-wrap gap-1">
      {(Object.keys(LABELS) as Correction[]).map((one) => (
        <Button key={one} kind="quiet" onClick={() => setOpen(one)}>
          {LABELS[one]}
        </Button>
      ))}
      {open === 'names' && <Names pool={pool} onClose={close} />}
      {(open === 'move' || open === 'remove') && (
        <Addresses change={open} pool={pool} others={others} onClose={close} />
      )}
    </div>
  )
}

function Names({ pool, onClose }: { pool: PoolName; onClose: () => void }) {
  const changed = useAddressesChanged()
  const [{ code, carrier, region }, setNames] = useState(pool)
  const [isAsked, setAsked] = useState(false)
  const wish = { code: code.trim(), carrier: carrier.trim(), region: region.trim() }
  const change = (next: Partial<PoolName>) => setNames({ ...pool, code, carrier, region, ...next })

  if (isAsked)
    return (
      <PreviewDialog<PoolName>
        title={`${pool.code} 이름 고치기`}
        confirmLabel="이름 고치기"
        load={() => post(path('/api/v1/console/addresses/pools/{id}/preview', { id: pool.id }), wish)}
        confirm={(confirmed) =>
          send('POST', path('/api/v1/console/addresses/pools/{id}', { id: pool.id }), {
            ...wish,
            ...confirmed,
          })
        }
        onDone={() => {
          onClose()
          changed()
          showToast('풀 이름을 고쳤습니다.')
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`${pool.code} 이름 고치기`} onClose={onClose}>
      <form method="post" noValidate onSubmit={asks(setAsked)} className="grid gap-3">
        <TextField label="풀" value={code} onChange={({ target }) => change({ code: target.value })} />
        <TextField
          label="통신사"
          help="회원에게 보입니다."
          value={carrier}
          onChange={({ target }) => change({ carrier: target.value })}
        />
        <TextField
          label="지역"
          help="회원에게 보입니다."
          value={region}
          onChange={({ target }) => change({ region: target.value })}
        />
        <FormButtons isReady={Object.values(wish).every(Boolean)}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}

function Addresses({
  change,
  pool,
  others,
  onClose,
}: Props & { change: 'move' | 'remove'; onClose: () => void }) {
  const changed = useAddressesChanged()
  const [addresses, setAddresses] = useState('')
  const [to, setTo] = useState('')
  const [isAsked, setAsked] = useState(false)
  const wish = {
    change,
    addresses: addresses.trim(),
    pool: pool.id,
    ...(change === 'move' && { to: Number(to) }),
  }

  if (isAsked)
    return (
      <PreviewDialog<{ corrected: number }>
        title={LABELS[change]}
        confirmLabel={LABELS[change]}
        load={() => post(`${LIST}/corrections/preview`, wish)}
        confirm={(confirmed) => send('POST', `${LIST}/corrections`, { ...wish, ...confirmed })}
        onDone={({ corrected }) => {
          onClose()
          changed()
          showToast(`IP ${corrected.toLocaleString('ko-KR')}개: ${LABELS[change]}`)
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title={`${pool.code} ${LABELS[change]}`} onClose={onClose}>
      <form method="post" noValidate onSubmit={asks(setAsked)} className="grid gap-3">
        <TextField
          label="IP 또는 네트워크"
          help="예: 203.0.113.7, 203.0.113.0/24"
          value={addresses}
          onChange={({ target }) => setAddresses(target.value)}
        />
        {change === 'move' && (
          <SelectField label="옮길 풀" value={to} onChange={({ target }) => setTo(target.value)}>
            <option value="">고르기</option>
            {others.map((one) => (
              <option key={one.id} value={one.id}>
                {one.code} ({one.carrier} {one.region})
              </option>
            ))}
          </SelectField>
        )}
        <FormButtons isReady={Boolean(addresses.trim()) && (change === 'remove' || Boolean(to))}>
          확인하기
        </FormButtons>
      </form>
    </Dialog>
  )
}

const asks = (setAsked: (isAsked: boolean) => void) => (event: FormEvent) => {
  event.preventDefault()
  setAsked(true)
}
