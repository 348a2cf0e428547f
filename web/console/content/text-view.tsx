import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { Button, ButtonLink } from '../frame/button'
import { post, send } from '../frame/calls'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { Part, Ready } from '../frame/part'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import type { Preview } from '../frame/types'
import { When } from '../frame/when'
import { draftsQuery, TEXTS, type TextPage, textQuery } from './queries'
import { Rendering } from './rendering'
import { Versions } from './versions'
import { KINDS, STATES } from './words'

/** One text: what it is, what can be done with it, how its page shows it, and its versions. */
export function TextView({ id }: { id: number }) {
  return (
    <Ready query={useQuery(textQuery(id))} shape="h-80">
      {(text) => <Shown text={text} />}
    </Ready>
  )
}

function Shown({ text }: { text: TextPage }) {
  const { id, title, kind, slug, edition, state, number, publishAt, effectiveFrom, written } = text
  return (
    <div className="grid gap-6">
      <h2 className="text-title-s">{title}</h2>
      <FactList
        facts={[
          { label: '종류', value: KINDS[kind] },
          { label: '상태', value: <State tone={STATES[state].tone}>{STATES[state].word}</State> },
          { label: '게시', value: <When at={publishAt} /> },
          effectiveFrom !== null && {
            label: '시행일',
            value: <span className="figures">{effectiveFrom}</span>,
          },
          { label: '판', value: `${number}번째` },
          {
            label: '주소',
            value: (
              <a href={text.path} target="_blank" rel="noopener" className="underline underline-offset-4">
                {text.path} (새 창)
              </a>
            ),
          },
        ]}
      />
      <Buttons text={text} />
      <Part title="페이지 모습">
        <Rendering draft={{ kind, slug, edition: edition || null, written }} />
      </Part>
      <Versions id={id} versions={text.versions} />
    </div>
  )
}

function Buttons({ text }: { text: TextPage }) {
  const { id, kind, slug, edition, title, draft, whyNoDraft, whyNotWithdrawn } = text
  const may = useMay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const begin = useMutation({
    mutationFn: () => post('/api/v1/console/content/drafts', { kind, slug, edition: edition || null }),
    onSuccess: async ({ id: made }) => {
      await client.invalidateQueries({ queryKey: draftsQuery.queryKey })
      navigate(`/console/content/drafts/${made}`)
    },
  })
  const withdrawal = path('/api/v1/console/content/texts/{id}/withdrawal', { id })
  const reasons = [
    may('content.write') && whyNoDraft,
    may('content.publish') && whyNotWithdrawn !== whyNoDraft && whyNotWithdrawn,
  ].filter(Boolean)
  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap gap-2">
        {draft !== null && (
          <ButtonLink kind="main" to={`/console/content/drafts/${draft}`}>
            작성 중인 글 열기
          </ButtonLink>
        )}
        {may('content.write') && draft === null && (
          <Button disabled={whyNoDraft !== null} loading={begin.isPending} onClick={() => begin.mutate()}>
            고치기
          </Button>
        )}
        {may('content.publish') && (
          <Button kind="danger" disabled={whyNotWithdrawn !== null} onClick={() => setAsking(true)}>
            내리기
          </Button>
        )}
      </div>
      {reasons.map((reason) => (
        <p key={String(reason)} className="text-caption text-ink-2">
          {reason}
        </p>
      ))}
      <Failure error={begin.error} />
      {asking && (
        <PreviewDialog
          title="글 내리기"
          confirmLabel="내리기"
          typedName={title}
          load={async () => (await send<Preview>('POST', `${withdrawal}/preview`, {})).data}
          confirm={(confirmed) => send('POST', withdrawal, confirmed)}
          onDone={async () => {
            await Promise.all([
              client.invalidateQueries({ queryKey: textQuery(id).queryKey }),
              client.invalidateQueries({ queryKey: [TEXTS] }),
            ])
            showToast('글을 내렸습니다.')
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
