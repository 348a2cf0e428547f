import type { ReactNode } from 'react'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { useNavigate } from '../../src/ui/navigate'
import { type Answered, send } from '../frame/calls'
import { type Confirmed, PreviewDialog } from '../frame/preview-dialog'
import type { Preview } from '../frame/types'
import { CHANGES, type ChangeName } from './changes'
import { type Made, pathOf, type Target, useAfter, usePress } from './use-press'
import { shownOf, startOf, type Typed, type Wish, wishOf } from './wish'
import { type OwnFields, WishForm } from './wish-form'

interface FormProps {
  /** The wish, if there is nothing left to ask for. */
  wish?: Wish | undefined
  /** What the fields begin with. Only what differs is sent then. */
  initial?: Typed | undefined
  /** What the fields begin with. All of it is sent. */
  start?: Typed | undefined
  /** What the page has decided: these fields are sent, and not asked for. */
  given?: Wish | undefined
  /** Draws fields of more than one value, by their names. */
  own?: OwnFields | undefined
  /** Whether this object has the field, by what is typed so far. A field that is not shown is not sent. */
  shows?: ((name: string, typed: Typed) => boolean) | undefined
  /** What it means to choose nothing, by the names of the fields. */
  nothing?: Record<string, string> | undefined
  /** The wish as the server takes it, of what was typed. */
  sent?: ((wish: Wish) => Wish) | undefined
}

interface AskedProps<Data> extends FormProps {
  change: ChangeName
  title: string
  load: (wish: Wish) => Promise<Preview>
  confirm: (wish: Wish, confirmed: Confirmed, key: string) => Promise<Answered<Data>>
  onDone: (data: Data) => void
  onClose: () => void
  typedName?: string | undefined
  /** Names what pressing does; else the change does. */
  confirmLabel?: string | ((wish: Wish) => string) | undefined
  picture?: ((wish: Wish) => ReactNode) | undefined
}

/** Asks for the wish, shows what it would do, and asks why. What was typed stays when one goes back from the preview. */
export function AskedDialog<Data>(props: AskedProps<Data>) {
  const { change, title, load, confirm, onDone, onClose, typedName, confirmLabel, picture } = props
  const { label, asksReason } = CHANGES[change]
  const { fields, form, wishNow } = useAsked(props)
  const known = fields.length === 0 ? { ...props.given } : props.wish
  const [wish, setWish] = useState<Wish | null>(known ?? null)
  if (wish === null)
    return (
      <WishForm
        title={title}
        fields={fields}
        form={form}
        own={props.own}
        shows={props.shows}
        nothing={props.nothing}
        onReady={() => setWish(wishNow())}
        onClose={onClose}
      />
    )
  return (
    <PreviewDialog<Data>
      title={title}
      confirmLabel={(typeof confirmLabel === 'function' ? confirmLabel(wish) : confirmLabel) ?? label}
      asksReason={asksReason}
      load={() => load(wish)}
      confirm={(confirmed, key) => confirm(wish, confirmed, key)}
      onDone={onDone}
      onClose={() => (known ? onClose() : setWish(null))}
      typedName={typedName}
      picture={picture?.(wish)}
    />
  )
}

/**
 * The form of what the page has not decided. It begins with what the fields held when it was opened, so that a colleague's edit
 * that arrives since is not sent back as if it were typed here.
 */
function useAsked({ change, given, start, shows, sent, ...props }: FormProps & { change: ChangeName }) {
  const fields = CHANGES[change].fields.filter(({ name }) => !(given && name in given))
  const [initial] = useState(props.initial)
  const form = useForm<Typed>({ defaultValues: startOf(fields, initial ?? start) })
  function wishNow(): Wish {
    const typed = form.getValues()
    const wish = { ...given, ...wishOf(shownOf(fields, typed, shows), typed, initial) }
    return sent ? sent(wish) : wish
  }
  return { fields, form, wishNow }
}

/** How a page has one change asked for. */
export interface DialogOptions extends FormProps {
  title?: string | undefined
  /** It ends or deletes something: the name of that has to be typed first. */
  typedName?: string | undefined
  /** Names what pressing does; else the change does. */
  confirmLabel?: string | ((wish: Wish) => string) | undefined
  picture?: ((wish: Wish) => ReactNode) | undefined
  /** Says what was made, if that is more than that it is made. */
  says?: ((made: Made) => string) | undefined
}

interface ChangeDialogProps extends DialogOptions {
  change: ChangeName
  target: Target
  onClose: () => void
  /** What was made, once it is made; the dialog is closed before. */
  onDone?: (made: Made) => void
  /** The page of what was made: it opens in the place of closing the dialog, whose address it leaves. */
  leads?: (made: Made) => string
}

/** Makes a change of one object. Afterwards everything about such objects is loaded anew. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { change, target, onClose, onDone, leads, title, says, ...rest } = props
  const navigate = useNavigate()
  const after = useAfter(change)
  const { label, object, isPlain, asksReason } = CHANGES[change]
  const path = pathOf(change)
  const words = title ?? (target === null ? label : `${object} ${target} ${label}`)
  function finish(made: Made) {
    if (leads) navigate(leads(made))
    else onClose()
    onDone?.(made)
  }
  if (isPlain) return <PlainDialog {...props} title={words} onDone={finish} />
  return (
    <AskedDialog<{ made: Made }>
      {...rest}
      change={change}
      title={words}
      load={async (wish) => (await send<Preview>('POST', `${path}/preview`, { target, wish })).data}
      confirm={(wish, { digest, reason }, key) =>
        send('POST', path, { target, wish, key, digest, ...(asksReason && { reason }) })
      }
      onDone={({ made }) => {
        after(says?.(made), leads !== undefined)
        finish(made)
      }}
      onClose={onClose}
    />
  )
}

function PlainDialog(props: ChangeDialogProps & { title: string; onDone: (made: Made) => void }) {
  const { change, target, title, onClose, onDone } = props
  const { label } = CHANGES[change]
  const { fields, form, wishNow } = useAsked(props)
  const press = usePress(change, target, onDone)
  return (
    <WishForm
      title={title}
      fields={fields}
      form={form}
      own={props.own}
      shows={props.shows}
      nothing={props.nothing}
      button={label}
      error={press.error}
      isPending={press.isPending}
      onReady={() => press.mutate(wishNow())}
      onClose={onClose}
    />
  )
}
