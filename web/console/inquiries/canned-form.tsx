import type { Answer } from '../../src/api/path'
import { ChangeDialog } from '../desk/change-dialog'
import type { OwnFields } from '../desk/wish-form'
import { TextArea } from '../frame/field'
import type { Canned } from './queries'

interface CannedFormProps {
  /** The one to change; without it a new one is made. */
  kept?: Canned
  placeholders: Answer<'/api/v1/console/inquiries/canned'>['placeholders']
  onClose: () => void
}

export function CannedForm({ kept, placeholders, onClose }: CannedFormProps) {
  const own: OwnFields = {
    body: (form, { name, label, help, maxLength }) => (
      <div className="grid gap-3">
        <TextArea label={label} help={help} rows={9} maxLength={maxLength} {...form.register(name)} />
        <ul className="flex flex-wrap gap-1.5" aria-label="넣을 수 있는 항목">
          {placeholders.map((placeholder) => (
            <li key={placeholder.name}>
              <button
                type="button"
                title={placeholder.label}
                onClick={() => form.setValue(name, `${form.getValues(name) ?? ''}{${placeholder.name}}`)}
                className="rounded-control border border-line px-2 py-1 text-caption hover:bg-surface"
              >
                {`{${placeholder.name}}`}
                <span className="sr-only"> {placeholder.label} 넣기</span>
              </button>
            </li>
          ))}
        </ul>
      </div>
    ),
  }
  if (!kept) return <ChangeDialog change="inquiries.canned" target={null} own={own} onClose={onClose} />
  return (
    <ChangeDialog
      change="inquiries.canned_edited"
      target={kept.id}
      title="답변 서식 고치기"
      initial={{ title: kept.title, category: kept.category, body: kept.body }}
      given={{ version: kept.version }}
      own={own}
      onClose={onClose}
    />
  )
}
