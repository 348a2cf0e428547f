import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { KINDS } from '../../generated/words/publishing'
import { useNavigate } from '../../src/ui/navigate'
import { ChangeDialog } from '../desk/change-dialog'
import { ListedState } from '../desk/listed-state'
import { usePress } from '../desk/use-press'
import { Button, ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Failure } from '../frame/failure'
import { Part, Ready } from '../frame/part'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { type TextPage, textQuery } from './queries'
import { Rendering } from './rendering'
import { Versions } from './versions'

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
          { label: '상태', value: <ListedState list="content/texts" state={state} /> },
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
  const navigate = useNavigate()
  const [asking, setAsking] = useState(false)
  const begin = usePress('content.draft', null, ({ id: made }) => navigate(`/console/content/drafts/${made}`))
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
          <Button
            disabled={whyNoDraft !== null}
            loading={begin.isPending}
            onClick={() => begin.mutate({ kind, slug, ...(edition && { edition }) })}
          >
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
        <ChangeDialog
          change="content.withdraw"
          target={id}
          title="글 내리기"
          typedName={title}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}
