import { useState } from 'react'
import { saveFile } from '../../src/ui/save-file'
import { ChangeDialog } from '../desk/change-dialog'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import type { GatewaySheet } from './queries'

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
      {taken !== null && (
        <ChangeDialog
          change="gateways.key_copy"
          target={sheet.gateway.id}
          title="키 사본 받기"
          given={{ number: taken }}
          confirmLabel="받기"
          onClose={() => setTaken(null)}
          onDone={({ name, sealed }) => sealed && saveFile(`${name}.backup`, `${sealed}\n`)}
        />
      )}
    </>
  )
}
