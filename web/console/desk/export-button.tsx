import { Download } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../frame/button'
import { SelectField } from '../frame/field'
import { useKeys } from '../frame/keys'
import { useMay } from '../frame/session'
import { useKept } from '../frame/use-kept'
import { ChangeDialog } from './change-dialog'

interface ExportButtonProps {
  screen: string
  query: string
  /** With personal data in full: a second person has to confirm. */
  isPersonal: boolean
}

/** Has the server export what the filters find. It shows before what is in the file, and asks why. */
export function ExportButton({ screen, query, isPersonal }: ExportButtonProps) {
  const change = isPersonal ? 'exports.personal' : 'exports.make'
  const may = useMay()
  const isAllowed = may('exports.make')
  const [isOpen, setOpen] = useState(false)
  // The form that this person chose the last time.
  const [kept, keep] = useKept<{ form: unknown }>('export')
  useKeys({ e: isAllowed ? () => setOpen(true) : undefined })
  if (!isAllowed) return null
  return (
    <>
      <Button kind="quiet" onClick={() => setOpen(true)}>
        <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
        내보내기
      </Button>
      {isOpen && (
        <ChangeDialog
          change={change}
          target={null}
          title="목록 내보내기"
          confirmLabel="내보내기"
          given={{ screen, query }}
          start={{ form: kept?.form ?? 'csv' }}
          own={{
            form: (form, { label, words = {} }) => (
              <SelectField label={label} {...form.register('form')}>
                {Object.entries(words).map(([value, word]) => (
                  <option key={value} value={value}>
                    {word}
                  </option>
                ))}
              </SelectField>
            ),
          }}
          sent={(wish) => {
            keep({ form: wish.form })
            return wish
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
