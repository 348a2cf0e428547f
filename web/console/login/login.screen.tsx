import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { LoginForm } from '../frame/login-form'
import { OpenPage } from '../frame/open-page'
import { isOfConsole, sessionEnded, sessionQuery } from '../frame/session'

export function Component() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const next = useQueryString().get('next') ?? ''
  return (
    <OpenPage title="콘솔 로그인">
      <LoginForm
        onDone={(session) => {
          // Nothing of whoever was here before.
          client.clear()
          sessionEnded.set(false)
          client.setQueryData(sessionQuery.queryKey, session)
          navigate(isOfConsole(next) ? next : '/console', { replace: true })
        }}
      />
      <p className="mt-6 text-caption text-ink-2">
        비밀번호나 인증 앱을 잃어버렸다면 소유자에게 새 초대 링크를 요청해 주세요.
      </p>
    </OpenPage>
  )
}
