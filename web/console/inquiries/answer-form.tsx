import { type FormEvent, type KeyboardEvent, type RefObject, useState } from 'react'
import { Callout } from '../../src/ui/callout'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'
import { useKeys } from '../frame/keys'
import { AnswerPreview } from './answer-preview'
import { CannedDialog } from './canned-dialog'
import type { Thread } from './queries'
import { BODY_LONGEST, lengthOf } from './words'

interface AnswerFormProps {
  thread: Thread
  draft: { body: string; setBody: (text: string) => void }
  area: RefObject<HTMLTextAreaElement | null>
  onSent: () => void
}

/** The answer: what is typed stays until it is sent, and what was not read yet keeps it from being sent. */
export function AnswerForm({ thread, draft, area, onSent }: AnswerFormProps) {
  const { id, state, messages } = thread
  const { body, setBody } = draft
  const [choosing, setChoosing] = useState(false)
  const isFurther = state === 'answered' || state === 'closed'
  const length = lengthOf(body.trim())
  const isReady = length > 0 && length <= BODY_LONGEST

  const answer = usePress('inquiries.answer', id, () => {
    setBody('')
    onSent()
  })

  useKeys({ c: () => setChoosing(true) })

  function send() {
    if (isReady && !answer.isPending)
      answer.mutate({ body, seen: messages.at(-1)?.id ?? 0, further: isFurther })
  }

  function submitted(event: FormEvent) {
    event.preventDefault()
    send()
  }

  function pressed(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !event.nativeEvent.isComposing) {
      event.preventDefault()
      send()
    }
    if (event.key === 'Escape') area.current?.blur()
  }

  function insert(text: string) {
    setBody(body.trim() ? `${body.trimEnd()}\n\n${text}` : text)
    setChoosing(false)
    requestAnimationFrame(() => area.current?.focus())
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
      <AnswerArea area={area} body={body} length={length} onType={setBody} onKey={pressed} />
      <AnswerPreview id={id} body={body} />
      {isFurther && !answer.isError && (
        <Callout tone="info">
          {state === 'closed' ? '종료한 문의입니다.' : '이미 답변한 문의입니다.'} 보내면 추가 답변으로
          등록됩니다.
        </Callout>
      )}
      <Failure error={answer.error} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" disabled={!isReady} loading={answer.isPending}>
          {isFurther ? '추가 답변 보내기' : '답변 보내기'}
        </Button>
        <Button kind="quiet" onClick={() => setChoosing(true)}>
          답변 서식
        </Button>
        <span className="text-caption text-ink-2 max-sm:hidden">Ctrl Enter로 보냅니다</span>
      </div>
      {choosing && (
        <CannedDialog category={thread.category} onChoose={insert} onClose={() => setChoosing(false)} />
      )}
    </form>
  )
}

interface AnswerAreaProps {
  area: RefObject<HTMLTextAreaElement | null>
  body: string
  length: number
  onType: (text: string) => void
  onKey: (event: KeyboardEvent) => void
}

const AnswerArea = ({ area, body, length, onType, onKey }: AnswerAreaProps) => (
  <TextArea
    ref={area}
    label="답변"
    rows={7}
    value={body}
    error={
      length > BODY_LONGEST
        ? `답변은 ${BODY_LONGEST.toLocaleString('ko-KR')}자까지 쓸 수 있습니다.`
        : undefined
    }
    help="보낼 때까지 이 브라우저에 임시로 보관됩니다."
    onChange={(event) => onType(event.target.value)}
    onKeyDown={onKey}
  />
)
