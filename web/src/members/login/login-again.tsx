import { useQueryClient } from '@tanstack/react-query'
import { Dialog } from '../../ui/dialog'
import { Link } from '../../ui/link'
import { useNavigate } from '../../ui/navigate'
import { showToast } from '../../ui/toast'
import { memberQuery, useMember } from '../member'
import { formPath } from '../return-path'
import { sessionEnded } from '../session-ended'
import { LoginForm } from './login-form'

/**
 * Logs in again over the page, which stays as it is: what was typed, ticked and chosen needs one more press. Where another
 * member logs in, the page is loaded anew (`shell/session.ts`).
 */
export default function LoginAgain() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const member = useMember()
  const form = formPath(location.pathname + location.search)

  function leave() {
    sessionEnded.set(false)
    // First, so that the page does not lead to the login itself, past the form.
    navigate(form, { replace: true })
    client.setQueryData(memberQuery.queryKey, null)
  }

  function done() {
    // The browser took no cookies.
    if (!client.getQueryData(memberQuery.queryKey)) return leave()
    sessionEnded.set(false)
    showToast('다시 로그인했습니다. 방금 누른 버튼을 한 번 더 눌러 주세요.')
  }

  return (
    <Dialog title="로그인이 만료되었습니다" onClose={leave} required>
      <p className="mt-2 text-ink-2 text-small">
        입력하고 고르신 내용은 그대로 있습니다. 다시 로그인한 뒤 이어서 진행해 주세요.
      </p>
      <LoginForm known={member?.mberId} onDone={done} />
      <p className="mt-4 text-center text-small">
        <Link
          to={form}
          className="inline-flex min-h-11 items-center px-3 text-ink-2 underline underline-offset-4"
          onClick={(event) => {
            event.preventDefault()
            leave()
          }}
        >
          로그인 페이지로 이동
        </Link>
      </p>
    </Dialog>
  )
}
