import { useState } from 'react'
import { KINDS } from '../../generated/words/publishing'
import { Callout } from '../../src/ui/callout'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { Part } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { useKept } from '../frame/use-kept'
import { When } from '../frame/when'
import { DraftButtons } from './draft-buttons'
import { KindFields } from './kind-fields'
import { MarkdownField } from './markdown-field'
import type { Draft } from './queries'
import { Rendering } from './rendering'

/** Writes a text: fields and Markdown at one side, the page at the other. Nothing is published before it is saved. */
export function Editor({ draft }: { draft: Draft }) {
  const { id, kind, slug, edition, publishAt, behind, problem } = draft
  const may = useMay()
  const [saved, setSaved] = useState({ version: draft.version, written: draft.written })
  // With the version that it was written on, so that it does not replace what a colleague has saved meanwhile.
  const [unsaved, setUnsaved] = useKept<typeof saved>(`text:${id}`)
  const written = unsaved?.written ?? saved.written
  const isSaved = unsaved === null
  const mayWrite = may('content.write') && publishAt === null
  const press = usePress('content.write', id)
  const save = ({ version, written }: typeof saved) =>
    press.mutate(
      { version, written },
      {
        onSuccess: (made) => {
          const version = Number(made.version)
          setSaved({ version, written })
          // What was typed meanwhile is not saved.
          setUnsaved((now) => (now === null || now.written === written ? null : { ...now, version }))
        },
      },
    )
  const change = (changes: Partial<typeof written>) =>
    setUnsaved({ version: unsaved?.version ?? saved.version, written: { ...written, ...changes } })

  return (
    <>
      <ScreenHead title={`${KINDS[kind]} 쓰기`}>
        {mayWrite && (
          <Button disabled={isSaved} loading={press.isPending} onClick={() => unsaved && save(unsaved)}>
            {isSaved ? '저장됨' : '저장'}
          </Button>
        )}
        {mayWrite && !isSaved && (
          <Button kind="text" onClick={() => setUnsaved(null)}>
            저장한 글로 되돌리기
          </Button>
        )}
        <DraftButtons draft={draft} isSaved={isSaved} />
      </ScreenHead>
      <div className="mb-4 grid gap-2 empty:hidden">
        {publishAt && (
          <Callout tone="info">
            <When at={publishAt} /> 게시를 예약했습니다. 고치려면 예약을 취소해 주세요.
          </Callout>
        )}
        {behind && <Callout tone="warn">작성을 시작한 뒤에 게시된 글이 바뀌었습니다.</Callout>}
        {problem && <Callout tone="danger">예약한 시각에 게시하지 못했습니다. {problem}</Callout>}
        <Failure error={press.error} />
      </div>
      <div className="grid items-start gap-6 xl:grid-cols-2">
        <fieldset disabled={!mayWrite} className="grid min-w-0 content-start gap-4">
          <legend className="sr-only">글</legend>
          <KindFields kind={kind} written={written} onChange={change} />
          <MarkdownField value={written.body} onChange={(body) => change({ body })} />
        </fieldset>
        <Part title="페이지 모습">
          <Rendering draft={{ kind, slug, edition: edition || null, written }} />
        </Part>
      </div>
    </>
  )
}
