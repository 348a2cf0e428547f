import { ChosenProduct } from '../../catalog'
import { Callout } from '../../ui/callout'
import { useLikelyPage } from '../../ui/likely-page'
import { Link } from '../../ui/link'
import { useQueryString } from '../../ui/query'
import { Arriving } from '../arriving'
import { useMember } from '../member'
import { isOnTheWay, isWithinPayment, returnPath, withReturn } from '../return-path'
import { ForgottenBySubId } from '../sub-id/forgotten'
import { LoginForm } from './login-form'

const LINK = 'inline-flex min-h-11 items-center px-3 text-ink-2 hover:text-ink hover:underline'

export default function Login() {
  const member = useMember()
  const query = useQueryString()
  const back = returnPath(query)
  const signUpPath = withReturn('/sign-up', back)
  useLikelyPage(signUpPath)
  if (member) return <Arriving title="로그인" width="max-w-100" to={back} />
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-100">
        <h1 className="text-title-m">로그인</h1>
        {isOnTheWay(back) && (
          <div className="mt-6 grid gap-4">
            <ChosenProduct back={back} />
            {isWithinPayment(back) ? (
              <Callout tone="warn">결제가 아직 끝나지 않았습니다. 지금 로그인하시면 바로 이어집니다.</Callout>
            ) : (
              <Callout tone="info">로그인 후 이용해 주세요.</Callout>
            )}
          </div>
        )}
        <LoginForm />
        <nav aria-label="로그인 도움" className="mt-8 border-line border-t pt-4">
          <ul className="flex flex-wrap justify-center text-small">
            <li>
              <Link to="/find-id" className={LINK}>
                아이디 찾기
              </Link>
            </li>
            <li className="flex items-center before:h-3 before:w-px before:bg-line">
              <Link to="/reset-password" className={LINK}>
                비밀번호 재설정
              </Link>
            </li>
            <li className="flex items-center before:h-3 before:w-px before:bg-line">
              <Link to={signUpPath} className={`${LINK} font-semibold text-ink!`}>
                회원가입
              </Link>
            </li>
          </ul>
        </nav>
        <div className="mt-2 text-center">
          <ForgottenBySubId />
        </div>
      </div>
    </div>
  )
}
