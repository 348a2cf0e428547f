import { ChangeDialog } from '../desk/change-dialog'
import { NameField } from './name-field'
import type { WrittenKind } from './queries'

const own = { slug: NameField }

/** Begins a new text: what it is, and its name in the address. */
export function BeginDraft({ first, onClose }: { first: WrittenKind; onClose: () => void }) {
  return (
    <ChangeDialog
      change="content.draft"
      target={null}
      title="새 글"
      start={{ kind: first }}
      own={own}
      shows={(name, { kind }) => name !== 'edition' || kind === 'legal'}
      onClose={onClose}
      leads={({ id }) => `/console/content/drafts/${id}`}
    />
  )
}
