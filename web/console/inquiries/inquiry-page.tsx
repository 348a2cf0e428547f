import { useRef } from 'react'
import { Button } from '../frame/button'
import { useKeys } from '../frame/keys'
import { Part } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { Timeline } from '../frame/timeline'
import { ObjectRecord } from '../record/object-record'
import { AnswerForm } from './answer-form'
import { MemberBeside } from './beside'
import { InquiryButtons } from './inquiry-buttons'
import { InquiryFacts } from './inquiry-facts'
import { NoteForm } from './note-form'
import { Others } from './others'
import { type Thread, useNext } from './queries'
import { ThreadView } from './thread-view'
import { useDraft } from './use-draft'
import { ACTIONS } from './words'

/** An inquiry to work on: its thread and the answer, and beside them who asks and what they have. */
export function InquiryPage({ thread }: { thread: Thread }) {
  const { id, title, actions, beside, member } = thread
  const may = useMay()
  const next = useNext()
  const draft = useDraft(id)
  const area = useRef<HTMLTextAreaElement>(null)
  const answers = may('inquiries.answer')
  useKeys({
    r: answers ? () => area.current?.focus() : undefined,
    n: answers ? () => void next(id) : undefined,
  })

  return (
    <>
      <ScreenHead title={title}>
        {answers && (
          <Button kind="quiet" onClick={() => next(id)}>
            다음 문의
          </Button>
        )}
      </ScreenHead>
      <Others thread={thread} isWriting={draft.body.trim() !== ''} />
      <div className="grid gap-6 xl:grid-cols-[minmax(0,1fr)_340px]">
        <div className="grid min-w-0 content-start gap-5">
          <ThreadView thread={thread} />
          {answers && (
            <AnswerForm
              thread={thread}
              draft={draft}
              area={area}
              // The keys of the page work again.
              onSent={() => area.current?.blur()}
            />
          )}
        </div>
        <aside aria-label="문의한 회원" className="grid min-w-0 content-start gap-6">
          <Part title="문의">
            <InquiryFacts thread={thread} />
            {answers && <InquiryButtons thread={thread} />}
          </Part>
          <MemberBeside beside={beside} memberId={member.id} />
          {answers && <NoteForm id={id} />}
          <Part title="처리한 일">
            <Timeline
              items={actions.map(({ id: key, action, staff, doneAt, reason }) => ({
                id: key,
                at: doneAt,
                title: ACTIONS[action] ?? action,
                by: staff,
                detail: reason || null,
              }))}
            />
          </Part>
          <ObjectRecord kind="inquiry" id={id} />
        </aside>
      </div>
    </>
  )
}
