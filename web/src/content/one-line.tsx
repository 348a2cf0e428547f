import { Globe, Laptop } from 'lucide-react'
import type { ReactNode } from 'react'
import type { Texts } from '../api/types'

const ICON = { 'aria-hidden': true, className: 'size-6', strokeWidth: 1.75 } as const

/** How the product works, as stops on one line: across on wide screens, downwards on phones. */
export function OneLine({ texts }: { texts: Texts }) {
  return (
    <ol className="grid rounded-card bg-surface px-6 py-8 sm:grid-cols-3 sm:px-8 sm:py-12">
      <Stop name={texts.lineDevice} note={texts.lineDeviceNote} way={texts.lineFirst}>
        <Laptop {...ICON} />
      </Stop>
      <Stop name={texts.lineGateway} note={texts.lineGatewayNote} way={texts.lineSecond}>
        <svg viewBox="0 0 24 24" aria-hidden="true" className="size-6 text-accent">
          <circle cx="12" cy="12" r="9" fill="currentColor" />
        </svg>
      </Stop>
      <Stop name={texts.lineInternet} note={texts.lineInternetNote}>
        <Globe {...ICON} />
      </Stop>
    </ol>
  )
}

interface StopProps {
  name: string | undefined
  note: string | undefined
  /** The words on the way to the next stop; the last stop has none. */
  way?: string | undefined
  children: ReactNode
}

function Stop({ name, note, way, children }: StopProps) {
  return (
    <li className="relative flex gap-5 pb-16 last:pb-0 sm:flex-col sm:items-center sm:gap-4 sm:px-2 sm:pb-0 sm:text-center">
      {way && (
        <span
          aria-hidden="true"
          className="absolute top-14 bottom-0 left-7 border-accent border-l-2 sm:top-[27px] sm:bottom-auto sm:left-1/2 sm:w-full sm:border-t-2 sm:border-l-0"
        />
      )}
      <span className="relative grid size-14 shrink-0 place-items-center rounded-full border-2 border-accent bg-paper">
        {children}
      </span>
      <div className="self-center">
        <p className="font-semibold text-lead">{name}</p>
        <p className="text-ink-2 text-small">{note}</p>
      </div>
      {way && (
        <p className="absolute bottom-5 left-19 whitespace-nowrap font-semibold text-accent text-caption sm:top-0 sm:bottom-auto sm:left-full sm:-translate-x-1/2">
          {way}
        </p>
      )}
    </li>
  )
}
