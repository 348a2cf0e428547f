import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Callout } from '../../src/ui/callout'
import { classes } from '../../src/ui/classes'
import { showToast } from '../../src/ui/toast'
import { Button } from './button'
import { send } from './calls'
import { CancelButton, Dialog, DialogButtons } from './dialog'
import { Check, TextField } from './field'
import { VIEWS, type View, viewsPath, viewsQuery } from './saved-views'
import { useMay } from './session'
import type { ListAddress } from './use-list-address'

/** A view that every list of its kind has: the filters that people ask for every day. */
export interface GivenView {
  name: string
  query: string
}

const TAB =
  'inline-flex min-h-9 items-center whitespace-nowrap border-b-2 px-2 text-small hover:text-ink max-sm:min-h-11'

interface ViewsProps {
  screen: string
  address: ListAddress
  given?: GivenView[] | undefined
}

/** Filters, order and columns of a list, as tabs: those that come with it, one's own, and those that a colleague shares. */
export function Views({ screen, address, given = [] }: ViewsProps) {
  const client = useQueryClient()
  const may = useMay()
  const { data } = useQuery(viewsQuery(screen))
  const [isSaving, setSaving] = useState(false)
  const again = () => client.invalidateQueries({ queryKey: [viewsPath(screen)] })
  const change = useMutation({ mutationFn: (call: () => Promise<unknown>) => call(), onSuccess: again })
  if (data === null) return null

  const saved = data?.items ?? []
  const fixed = given.some(({ query }) => query === '') ? given : [{ name: '전체', query: '' }, ...given]
  const opening = saved.find(({ isDefault }) => isDefault)
  const current = saved.find(({ query }) => query === address.view)
  const isKept = !data || current !== undefined || fixed.some(({ query }) => query === address.view)

  return (
    <nav aria-label="저장한 보기" className="flex items-center gap-1 overflow-x-auto border-line border-b">
      {[...fixed, ...saved].map((view) => {
        const isCurrent = view.query === address.view
        return (
          <button
            key={`${view.query} ${view.name}`}
            type="button"
            aria-current={isCurrent ? 'true' : undefined}
            onClick={() => address.show(view.query)}
            className={classes(TAB, isCurrent ? 'border-ink font-semibold' : 'border-transparent text-ink-2')}
          >
            {view.name}
            {view === opening && <span className="ml-1 text-caption text-ink-3">기본</span>}
          </button>
        )
      })}
      {!isKept && (
        <Button kind="text" onClick={() => setSaving(true)}>
          보기로 저장
        </Button>
      )}
      {current && (
        <Button
          kind="text"
          loading={change.isPending}
          onClick={() =>
            change.mutate(
              () => send(current.isDefault ? 'DELETE' : 'PUT', `${VIEWS}/${current.id}/default`),
              {
                onSuccess: () =>
                  showToast(
                    current.isDefault ? '기본 보기를 풀었습니다.' : '이 목록은 이제 이 보기로 열립니다.',
                  ),
              },
            )
          }
        >
          {current.isDefault ? '기본 보기 풀기' : '기본 보기로'}
        </Button>
      )}
      {current?.mine && (
        <Button
          kind="text"
          loading={change.isPending}
          onClick={() =>
            change.mutate(() => send('DELETE', `${VIEWS}/${current.id}`), {
              onSuccess: () => showToast('저장한 보기를 지웠습니다.'),
            })
          }
        >
          이 보기 지우기
        </Button>
      )}
      {isSaving && (
        <SaveView
          mayShare={may('views.share')}
          own={saved.filter(({ mine }) => mine)}
          onClose={() => setSaving(false)}
          save={async ({ id, ...view }) => {
            const body = { screen, query: address.view, ...view }
            await (id ? send('PUT', `${VIEWS}/${id}`, body) : send('POST', VIEWS, body))
            await again()
          }}
        />
      )}
    </nav>
  )
}

interface SaveViewProps {
  mayShare: boolean
  own: View[]
  onClose: () => void
  save: (view: { id?: number; name: string; shared: boolean }) => Promise<void>
}

/** A name that one has already used replaces what it stood for. */
function SaveView({ mayShare, own, onClose, save }: SaveViewProps) {
  const [name, setName] = useState('')
  const [shared, setShared] = useState(false)
  const saving = useMutation({ mutationFn: save, onSuccess: onClose })
  const before = own.find((view) => view.name === name.trim())

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (name.trim()) saving.mutate({ ...(before && { id: before.id }), name: name.trim(), shared })
  }

  return (
    <Dialog title="보기로 저장" onClose={onClose}>
      <form onSubmit={submitted} className="grid gap-3">
        <TextField
          label="이름"
          help={before ? '같은 이름의 보기를 이 조건으로 바꿉니다.' : '조건, 순서, 열을 함께 저장합니다.'}
          value={name}
          maxLength={40}
          onChange={(event) => setName(event.target.value)}
        />
        {mayShare && (
          <Check
            label="모든 직원에게 보이기"
            checked={shared}
            onChange={(event) => setShared(event.target.checked)}
          />
        )}
        {saving.error && <Callout tone="danger">{saving.error.message}</Callout>}
        <DialogButtons>
          <CancelButton />
          <Button type="submit" loading={saving.isPending} disabled={!name.trim()}>
            저장
          </Button>
        </DialogButtons>
      </form>
    </Dialog>
  )
}
