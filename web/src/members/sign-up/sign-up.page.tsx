import { ChosenProduct } from '../../catalog'
import { usePageData } from '../../pages/use-page-data'
import { useConfig } from '../../site'
import { Link } from '../../ui/link'
import { useQueryString } from '../../ui/query'
import { Arriving } from '../arriving'
import { useMember } from '../member'
import { signUp } from '../pages'
import { formPath, returnPath } from '../return-path'
import { SignUpForm } from './sign-up-form'
import { waysOf } from './ways'

export default function SignUp() {
  const member = useMember()
  const config = useConfig()
  const [{ agreements }] = usePageData(signUp)
  const back = returnPath(useQueryString())
  if (member) return <Arriving title="회원가입" width="max-w-form" to={back} />
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-form">
        <h1 className="text-title-m">회원가입</h1>
        <p className="mt-2 text-ink-2">
          이미 회원이신가요?{' '}
          <Link
            to={formPath(back)}
            className="font-semibold text-ink underline decoration-line underline-offset-4 hover:decoration-ink-3"
          >
            로그인
          </Link>
        </p>
        <div className="mt-6 empty:hidden">
          <ChosenProduct back={back} />
        </div>
        <SignUpForm agreements={agreements} ways={waysOf(config)} loginPath={formPath(back)} />
      </div>
    </div>
  )
}
