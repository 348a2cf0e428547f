import { ChosenProduct } from '../../catalog'
import { ButtonLink } from '../../ui/button'
import { useLikelyPage } from '../../ui/likely-page'
import { useQueryString } from '../../ui/query'
import { Arriving } from '../arriving'
import { useMember } from '../member'
import { formPath, returnPath, withReturn } from '../return-path'

/** Stands before a checkout: repeats what was chosen, and asks a visitor to join or to log in. Neither is favoured. */
export default function Gate() {
  const member = useMember()
  const back = returnPath(useQueryString())
  const signUpPath = withReturn('/sign-up', back)
  // The login needs most of the same code.
  useLikelyPage(signUpPath)
  if (member) return <Arriving title="로그인 또는 회원가입" width="max-w-form" to={back} />
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-form">
        <h1 className="text-title-m">로그인 또는 회원가입</h1>
        <div className="mt-6 grid gap-4">
          <ChosenProduct back={back} />
          <p className="text-ink-2 text-small">
            결제하려면 회원이어야 합니다. 어느 쪽이든 고르신 내용 그대로 결제 화면으로 이어집니다.
          </p>
          <div className="grid grid-cols-2 gap-3">
            <ButtonLink to={signUpPath}>회원가입</ButtonLink>
            <ButtonLink to={formPath(back)}>로그인</ButtonLink>
          </div>
        </div>
      </div>
    </div>
  )
}
