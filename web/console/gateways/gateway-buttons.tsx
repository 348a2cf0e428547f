import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES } from '../desk/changes'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { WriteBroadcast } from '../messages/write-broadcast'
import { hasName, movedNotice } from './moved-notice'
import { OnceCode } from './once-code'
import type { GatewaySheet } from './queries'

const WANTED = ['gateways.serving', 'gateways.draining', 'gateways.maintenance'] as const
type Change =
  | (typeof WANTED)[number]
  | 'gateways.evacuate'
  | 'gateways.code'
  | 'gateways.take_over'
  | 'gateways.network'
  | 'gateways.mtu'
  | 'gateways.forget_key'

/** A button's words, if they are not those of the change. */
const LABELS: Partial<Record<Change, string>> = {
  'gateways.evacuate': '대피',
  'gateways.code': '등록 코드',
  'gateways.take_over': '등록 코드',
  'gateways.network': '터널 네트워크',
  'gateways.mtu': 'MTU',
}
/** Ends something for members: the gateway's name has to be typed. */
const DANGEROUS: Change[] = ['gateways.evacuate', 'gateways.forget_key']

function changesOf({ gateway, devices, publicKey, codeTakesTwo }: GatewaySheet): Change[] {
  const wanted = WANTED.filter(
    (one) => one !== `gateways.${gateway.wanted}` && !(one === 'gateways.serving' && gateway.isEvacuated),
  )
  return [
    ...wanted,
    ...(gateway.isEvacuated ? [] : (['gateways.evacuate'] as const)),
    codeTakesTwo ? 'gateways.take_over' : 'gateways.code',
    ...(devices === 0 ? (['gateways.network'] as const) : []),
    'gateways.mtu',
    ...(publicKey === null ? [] : (['gateways.forget_key'] as const)),
  ]
}

/** What can be done with a gateway now. */
export function GatewayButtons({ sheet }: { sheet: GatewaySheet }) {
  const { gateway } = sheet
  const may = useMay()
  const [open, setOpen] = useState<Change | 'moved' | null>(null)
  const [code, setCode] = useState<Made | null>(null)
  if (!may('gateways.change')) return null
  const close = () => setOpen(null)
  return (
    <>
      {changesOf(sheet).map((change) => (
        <Button
          key={change}
          kind={DANGEROUS.includes(change) ? 'danger' : 'quiet'}
          onClick={() => setOpen(change)}
        >
          {LABELS[change] ?? CHANGES[change].label}
        </Button>
      ))}
      {sheet.devices > 0 && hasName(gateway) && may('messages.broadcast') && (
        <Button kind="quiet" onClick={() => setOpen('moved')}>
          이전 안내
        </Button>
      )}
      {open === 'moved' && <WriteBroadcast initial={movedNotice(gateway, new Date())} onClose={close} />}
      {open && open !== 'moved' && (
        <ChangeDialog
          change={open}
          target={gateway.id}
          title={`${gateway.name} ${LABELS[open] ?? CHANGES[open].label}`}
          start={{ tunnelNetwork: sheet.tunnelNetwork, mtu: sheet.mtu }}
          {...(DANGEROUS.includes(open) && { typedName: gateway.name })}
          {...(open === 'gateways.take_over' && { confirmLabel: '두 번째 사람에게 요청' })}
          onClose={close}
          onDone={(made) => open === 'gateways.code' && setCode(made)}
        />
      )}
      {code && <OnceCode made={code} onClose={() => setCode(null)} />}
    </>
  )
}
