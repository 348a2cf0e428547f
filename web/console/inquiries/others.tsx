import { withParticle } from '../../src/korean/particles'
import { Callout } from '../../src/ui/callout'
import { Button } from '../frame/button'
import { type Thread, useRefreshed } from './queries'
import { usePresence } from './use-presence'

/** Warns that a colleague has the same inquiry open, and that the thread has gone on since it was loaded. */
export function Others({ thread, isWriting }: { thread: Thread; isWriting: boolean }) {
  const presence = usePresence(thread.id, isWriting)
  const refresh = useRefreshed(thread.id)
  const others = presence?.others ?? []
  const writers = others.filter((other) => other.isWriting)
  const names = (people: typeof others) => people.map(({ name }) => `${name} 님`).join(', ')
  const isBehind = presence !== undefined && presence.newest > (thread.messages.at(-1)?.id ?? 0)
  if (others.length === 0 && !isBehind) return null
  return (
    <div role="status" className="mb-4 grid gap-2">
      {others.length > 0 && (
        <Callout tone="warn">
          {writers.length > 0
            ? `${withParticle(names(writers), '이/가')} 이 문의의 답변을 쓰고 있습니다.`
            : `${names(others)}도 이 문의를 보고 있습니다.`}
        </Callout>
      )}
      {isBehind && (
        <Callout tone="info">
          화면을 연 뒤에 새 글이 등록되었습니다.{' '}
          <Button kind="text" onClick={() => refresh()}>
            새 글 보기
          </Button>
        </Callout>
      )}
    </div>
  )
}
