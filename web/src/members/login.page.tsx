import { useSuspenseQuery } from '@tanstack/react-query'
import { Navigate } from 'react-router'
import { Callout } from '../ui/callout'
import { Link } from '../ui/link'
import { useQueryString } from '../ui/query'
import { LoginForm } from './login-form'
import { memberQuery } from './member'
import { returnPath, withReturn } from './return-path'

export default function Login() {
  const { data: member } = useSuspenseQuery(memberQuery)
  const back = returnPath(useQueryString())
  if (member) return <Navigate replace to={back} />
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-100">
        <h1 className="text-title-m">로그인</h1>
        {back !== '/' && (
          <div className="mt-6">
            <Callout tone="info">로그인 후 이용해 주세요.</Callout>
          </div>
        )}
        <LoginForm />
        <p className="mt-8 flex flex-wrap items-center justify-center gap-x-3 border-line border-t pt-6 text-ink-2 text-small">
          아직 회원이 아니신가요?
          <Link
            to={withReturn('/sign-up', back)}
            className="inline-flex min-h-11 items-center font-semibold text-ink underline decoration-line underline-offset-4 hover:decoration-ink-3"
          >
            회원가입
          </Link>
        </p>
      </div>
    </div>
  )
}
