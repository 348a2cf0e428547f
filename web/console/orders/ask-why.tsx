import type { Answered } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import type { Preview } from '../frame/types'

interface AskWhyProps<Data> {
  title: string
  confirmLabel: string
  rows: Preview['rows']
  warnings?: string[]
  typedName?: string | undefined
  confirm: (reason: string) => Promise<Answered<Data>>
  onDone: (data: Data) => void
  onClose: () => void
}

/** A change whose effect is known without asking the server: what it does, and why. */
export function AskWhy<Data>({ title, rows, warnings = [], confirm, ...dialog }: AskWhyProps<Data>) {
  return (
    <PreviewDialog<Data>
      {...dialog}
      title={title}
      load={async () => ({ title, rows, warnings, count: null, amount: null, digest: '' })}
      confirm={({ reason }) => confirm(reason)}
    />
  )
}
