import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { showToast } from '../../src/ui/toast'
import { type Answered, API, send } from '../frame/calls'
import { type Confirmed, PreviewDialog } from '../frame/preview-dialog'
import type { Preview } from '../frame/types'
import { CHANGES, type ChangeName } from './changes'
import { type Typed, type Wish, wishOf } from './wish'
import { WishForm } from './wish-form'

interface AskedProps<Data> {
  change: ChangeName
  title: string
  load: (wish: Wish) => Promise<Preview>
  confirm: (wish: Wish, confirmed: Confirmed, key: string) => Promise<Answered<Data>>
  onDone: (data: Data) => void
  onClose: () => void
}

/** Asks for the wish, shows what it would do, and asks why. What was typed stays when one goes back from the preview. */
export function AskedDialog<Data>({ change, title, load, confirm, onDone, onClose }: AskedProps<Data>) {
  const { label, fields } = CHANGES[change]
  const form = useForm<Typed>({ defaultValues: Object.fromEntries(fields.map(({ name }) => [name, ''])) })
  const [wish, setWish] = useState<Wish | null>(fields.length === 0 ? {} : null)
  if (wish === null)
    return (
      <WishForm
        title={title}
        fields={fields}
        form={form}
        onReady={() => setWish(wishOf(fields, form.getValues()))}
        onClose={onClose}
      />
    )
  return (
    <PreviewDialog<Data>
      title={title}
      confirmLabel={label}
      load={() => load(wish)}
      confirm={(confirmed, key) => confirm(wish, confirmed, key)}
      onDone={onDone}
      onClose={() => (fields.length === 0 ? onClose() : setWish(null))}
    />
  )
}

interface ChangeDialogProps {
  change: ChangeName
  target: number | string
  onClose: () => void
}

/** Makes a change of one object. Afterwards everything about such objects is loaded anew. */
export function ChangeDialog({ change, target, onClose }: ChangeDialogProps) {
  const client = useQueryClient()
  const { label, done, object, screen } = CHANGES[change]
  const path = `${API}/changes/${change}`
  const isAbout = (key: unknown) => String(key).startsWith(`${API}/${screen}`)
  return (
    <AskedDialog<unknown>
      change={change}
      title={`${object} ${target} ${label}`}
      load={async (wish) => (await send<Preview>('POST', `${path}/preview`, { target, wish })).data}
      confirm={(wish, confirmed, key) => send('POST', path, { target, wish, key, ...confirmed })}
      onDone={() => {
        onClose()
        client.invalidateQueries({ predicate: ({ queryKey }) => isAbout(queryKey[0]) })
        showToast(done)
      }}
      onClose={onClose}
    />
  )
}
