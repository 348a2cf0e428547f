import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { Callout } from '../../src/ui/callout'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { put } from '../frame/calls'
import { Failure } from '../frame/failure'
import { Part } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { DraftButtons } from './draft-buttons'
import { KindFields } from './kind-fields'
import { MarkdownField } from './markdown-field'
import { type Draft, draftsQuery } from './queries'
import { Rendering } from './rendering'
import { KINDS } from './words'

/** Writes a text: fields and Markdown at one side, the page at the other. Nothing is published before it is saved. */
export function Editor({ draft }: { draft: Draft }) {
  const { id, kind, slug, edition, publishAt, behind, problem } = draft
  const client = useQueryClient()
  const may = useMay()
  const [written, setWritten] = useState(draft.written)
  const [saved, setSaved] = useState({ version: draft.version, written: draft.written })
  const isSaved = written === saved.written
  const mayWrite = may('content.write') && publishAt === null
  const save = useMutation({
    mutationFn: () =>
      put(path('/api/v1/console/content/drafts/{id}', { id }), { version: saved.version, written }),
    onSuccess: async ({ version }) => {
      setSaved({ version, written })
      await client.invalidateQueries({ queryKey: draftsQuery.queryKey })
      showToast('저장했습니다. 아직 게시하지 않았습니다.')
    },
  })
  const change = (changes: Partial<typeof written>) => setWritten({ ...written, ...changes })

  return (
    <>
      <ScreenHead title={`${KINDS[kind]} 쓰기`}>
        {mayWrite && (
          <Button disabled={isSaved} loading={save.isPending} onClick={() => save.mutate()}>
            {isSaved ? '저장됨' : '저장'}
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
        <Failure error={save.error} />
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
