import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from './dialog'
import { LoginForm } from './login-form'
import { sessionEnded, sessionQuery, useSession } from './session'
import type { Session } from './types'

/**
 * Logs in again over the page, which stays as it is: nothing typed is lost. The page behind it is blurred, because whoever sits
 * here may be somebody else by now.
 */
export function LoginAgain() {
  const client = useQueryClient()
  const before = useSession()
  const isEnded = sessionEnded.use()
  if (!isEnded) return null

  function done(session: Session) {
    // What is on the screen was somebody else's to see.
    if (session.id !== before.id) return location.assign('/console')
    sessionEnded.set(false)
    client.setQueryData(sessionQuery.queryKey, session)
    client.invalidateQueries()
  }

  return (
    <Dialog title="다시 로그인해 주세요" onClose={() => undefined} required>
      <p className="mb-4 text-ink-2">
        오래 쓰지 않아 로그아웃되었습니다. 입력하던 내용은 그대로 남아 있습니다.
      </p>
      <LoginForm email={before.email} onDone={done} />
      <p className="mt-4 text-caption text-ink-2">
        {before.name} 님이 아니신가요?{' '}
        <a href="/console/login" className="underline underline-offset-4">
          다른 계정으로 로그인
        </a>
      </p>
    </Dialog>
  )
}
