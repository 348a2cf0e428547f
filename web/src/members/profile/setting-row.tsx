import { type ReactNode, useRef, useState } from 'react'
import { Button } from '../../ui/button'
import { showToast } from '../../ui/toast'

export interface EditorProps {
  /** To be called once the change is saved: closes the form and shows a toast. */
  onSaved: () => void
  onCancel: () => void
}

interface SettingRowProps {
  label: string
  value: ReactNode
  /** Renders the form that 변경 opens; without it the value cannot be changed. */
  editor?: (props: EditorProps) => ReactNode
}

/** A named value in the settings, with a form to change it that opens below. */
export function SettingRow({ label, value, editor }: SettingRowProps) {
  const [isOpen, setOpen] = useState(false)
  const place = useRef<HTMLLIElement>(null)

  /** Moves the focus back to the button that opened the form, because the focused field is gone. */
  function close() {
    setOpen(false)
    requestAnimationFrame(() => place.current?.querySelector('button')?.focus())
  }

  function saved() {
    showToast('저장되었습니다.')
    close()
  }

  return (
    <li ref={place} className="py-3">
      <div className="flex min-h-11 items-center gap-x-4">
        <div className="min-w-0 grow sm:flex sm:items-baseline">
          <p className="w-28 shrink-0 text-caption text-ink-2 sm:text-small">{label}</p>
          <p className="figures font-medium">{value}</p>
        </div>
        {editor && !isOpen && (
          <Button
            kind="quiet"
            size="small"
            className="shrink-0"
            aria-label={`${label} 변경`}
            onClick={() => setOpen(true)}
          >
            변경
          </Button>
        )}
      </div>
      {isOpen && editor?.({ onSaved: saved, onCancel: close })}
    </li>
  )
}
