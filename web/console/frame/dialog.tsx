import { createContext, type ReactNode, useContext, useEffect, useId, useLayoutEffect, useRef } from 'react'
import { classes } from '../../src/ui/classes'
import { Icon } from '../../src/ui/icon'
import { Button, IconButton } from './button'
import { sheetNow } from './sheet'
import { useAskedClose } from './use-asked-close'

interface DialogProps {
  title: string
  onClose: () => void
  children: ReactNode
  wide?: boolean
  /** It cannot be closed: what it asks for has to be done first. */
  required?: boolean
  /** Something is written in it, which was perhaps written before it came back from a preview. */
  isFilled?: boolean
}

/** Opens a native dialog with what it holds, and gives the focus back when it goes. */
export function useShownModal() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const element = dialog.current
    element?.showModal()
    return () => {
      element?.close()
      // A dialog that is removed does not give the focus back by itself.
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // Its button may be gone with what was done, as that which ends an announcement in a list's sheet.
      else (sheetNow() ?? document.querySelector('main'))?.focus({ preventScroll: true })
    }
  }, [])
  return dialog
}

const FIELDS = 'input:not([type=hidden]), select, textarea'

const Close = createContext<() => void>(() => undefined)

/**
 * A dialog around a small form. The browser traps the focus and closes it on Escape. Where something was written, it asks once
 * before that is dropped; Enter then agrees to go on writing, and sends nothing.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  required = false,
  isFilled = false,
}: DialogProps) {
  const dialog = useShownModal()
  const id = useId()
  const { isAsking, stay, close, onInput } = useAskedClose(onClose, isFilled)
  // The browser would begin at the button that closes it. On a phone a field would bring up the keyboard over what is asked.
  useEffect(() => {
    const element = dialog.current
    if (!element || element.querySelector('[autofocus]')) return
    if (typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches) return
    if (element.contains(document.activeElement) && document.activeElement?.matches(FIELDS)) return
    element.querySelector<HTMLElement>(FIELDS)?.focus()
  }, [dialog])
  // `onClose` of the element comes too late to tell apart from the removal, so Escape alone is listened to.
  useEffect(() => {
    const element = dialog.current
    const cancelled = (event: Event) => {
      event.preventDefault()
      if (!required) close()
    }
    element?.addEventListener('cancel', cancelled)
    return () => element?.removeEventListener('cancel', cancelled)
  }, [dialog, close, required])
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onInput={onInput}
      onSubmitCapture={(event) => {
        if (!isAsking) return
        event.preventDefault()
        event.stopPropagation()
      }}
      className={classes(
        'm-auto text-left max-h-[calc(100dvh-32px)] animate-rise overflow-y-auto rounded-card bg-paper p-5 text-ink text-small floating backdrop:bg-scrim',
        wide ? 'w-[min(720px,calc(100vw-24px))]' : 'w-[min(480px,calc(100vw-24px))]',
        required && 'backdrop:backdrop-blur-md',
      )}
    >
      <div className="mb-3 flex items-start justify-between gap-3">
        <h2 id={id} className="pt-1 text-lead">
          {title}
        </h2>
        {!required && (
          <IconButton aria-label="닫기" onClick={close} className="-mt-1 -mr-2">
            <Icon name="close" className="size-5" />
          </IconButton>
        )}
      </div>
      <Close value={close}>{children}</Close>
      {isAsking && <Question onStay={stay} onClose={onClose} />}
    </dialog>
  )
}

/** Has the focus while it stands, and gives it back to the field: the button below it would do what one is leaving. */
function Question({ onStay, onClose }: { onStay: () => void; onClose: () => void }) {
  const stay = useRef<HTMLButtonElement>(null)
  useLayoutEffect(() => {
    const before = document.activeElement
    stay.current?.focus()
    return () => {
      const isLost = !document.activeElement?.matches(FIELDS)
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus()
    }
  }, [])
  return (
    <div
      role="alert"
      className="-bottom-5 -mx-5 -mb-5 sticky mt-4 flex flex-wrap items-center gap-2 border-line border-t bg-surface px-5 py-3"
    >
      <p className="min-w-48 flex-1 font-semibold">닫으면 입력한 내용이 사라집니다.</p>
      <Button ref={stay} kind="quiet" onClick={onStay}>
        계속 작성
      </Button>
      <Button kind="danger" onClick={onClose}>
        버리고 닫기
      </Button>
    </div>
  )
}

/** The button that leaves a dialog without doing anything, after the same question as Escape. */
export function CancelButton({ children = '취소' }: { children?: ReactNode }) {
  return (
    <Button kind="quiet" onClick={useContext(Close)}>
      {children}
    </Button>
  )
}

/** The buttons at a dialog's end: what it is for stands last, where the thumb is. */
export const DialogButtons = ({ children }: { children: ReactNode }) => (
  <div className="mt-4 flex flex-wrap justify-end gap-2 max-sm:*:flex-1">{children}</div>
)

interface FormButtonsProps {
  isReady: boolean
  isPending?: boolean
  children: ReactNode
}

/** The buttons at the end of a dialog's form: one that leaves it, and one that sends it. */
export const FormButtons = ({ isReady, isPending = false, children }: FormButtonsProps) => (
  <DialogButtons>
    <CancelButton />
    <Button type="submit" disabled={!isReady} loading={isPending}>
      {children}
    </Button>
  </DialogButtons>
)
