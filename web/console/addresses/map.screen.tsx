import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { Button } from '../frame/button'
import { TextField } from '../frame/field'
import { Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { Sheet } from '../frame/sheet'
import { AddressSheet } from './address-sheet'
import { MapTable, NetworkMap } from './network-map'
import { mapQuery, STATE_NAMES, STATES } from './queries'

/** A /24 network at a glance, and the same as a table. */
export function Component() {
  const address = useQueryString()
  const navigate = useNavigate()
  const network = address.get('network') ?? ''
  const open = address.get('open')
  const [typed, setTyped] = useState(network)
  function openCell(id: number | null) {
    const query = new URLSearchParams(address)
    if (id === null) query.delete('open')
    else query.set('open', String(id))
    navigate(`/console/networks?${query}`, { replace: true })
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (typed.trim()) navigate(`/console/networks?network=${encodeURIComponent(typed.trim())}`)
  }

  return (
    <>
      <ScreenHead title="네트워크 지도" />
      <form method="post" noValidate onSubmit={submitted} className="mb-4 flex max-w-110 items-end gap-2">
        <div className="flex-1">
          <TextField
            label="네트워크나 IP"
            placeholder="203.0.113.0/24"
            maxLength={18}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </div>
        <Button type="submit">보기</Button>
      </form>
      {network ? (
        <Network network={network} onOpen={openCell} />
      ) : (
        <p className="text-ink-2 text-small">네트워크를 넣으면 그 안의 IP가 어떤 상태인지 한눈에 보입니다.</p>
      )}
      {open && (
        <Sheet key={open} title="IP" onClose={() => openCell(null)}>
          <AddressSheet id={open} />
        </Sheet>
      )}
    </>
  )
}

function Network({ network, onOpen }: { network: string; onOpen: (id: number) => void }) {
  const query = useQuery(mapQuery(network))
  return (
    <Ready query={query} shape="h-96 max-w-160">
      {(map) => (
        <div className="grid gap-4">
          <ul aria-label="범례" className="flex flex-wrap gap-x-4 gap-y-1 text-caption">
            {STATE_NAMES.map((state) => (
              <li key={state} className="inline-flex items-center gap-1.5">
                <span
                  aria-hidden="true"
                  className={`grid size-5 place-items-center rounded-sm border border-line ${STATES[state].look}`}
                >
                  {STATES[state].letter}
                </span>
                {STATES[state].word} {map.cells.filter((cell) => cell.state === state).length}
              </li>
            ))}
          </ul>
          {map.cells.length === 0 ? (
            <p className="text-ink-2 text-small">{map.network}에 등록된 IP가 없습니다.</p>
          ) : (
            <>
              <NetworkMap map={map} onOpen={onOpen} />
              <MapTable map={map} onOpen={onOpen} />
            </>
          )}
        </div>
      )}
    </Ready>
  )
}
