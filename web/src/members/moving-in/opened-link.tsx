import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../api/problem'
import { dayAndTime } from '../../korean/dates'
import { Button, ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { CheckingLink } from '../../ui/checking-link'
import { FactRows } from '../../ui/fact-rows'
import { FirstPasswordForm } from './first-password-form'
import { linkQuery } from './queries'

/** A link from its first sight on: whose it is, and the form that uses it up. */
export function OpenedLink({ token }: { token: string }) {
  const { data: link, error, isFetching, refetch } = useQuery(linkQuery(token))
  if (link)
    return (
      <>
        <div className="grid gap-3">
          <h1 className="text-title-m">비밀번호 정하고 시작하기</h1>
          <p className="text-ink-2">
            {link.cameFrom || '이전 쇼핑몰'}에서 쓰시던 회원 정보와 이용권을 옮겨 두었습니다. 비밀번호를
            정하고 약관에 동의하시면 바로 로그인됩니다.
          </p>
        </div>
        <div className="rounded-card border border-line p-5">
          <FactRows
            rows={[
              { name: '아이디', value: <b>{link.loginId}</b> },
              { name: '이름', value: <span className="break-words">{link.name}</span> },
              { name: '링크 유효 기간', value: `${dayAndTime(link.expiresAt)}까지, 한 번` },
            ]}
          />
        </div>
        <FirstPasswordForm token={token} loginId={link.loginId} />
      </>
    )
  if (isMissing(error)) return <NotUsable why={error?.message} />
  return (
    <>
      <h1 className="text-title-m">비밀번호 정하고 시작하기</h1>
      {error ? (
        <div className="grid justify-items-start gap-2">
          <Callout tone="danger">{error.message}</Callout>
          <Button kind="quiet" loading={isFetching} onClick={() => refetch()}>
            다시 확인하기
          </Button>
        </div>
      ) : (
        <CheckingLink />
      )}
    </>
  )
}

/** Whoever has chosen a password may log in with it; whoever has not, may reset it. */
const NotUsable = ({ why }: { why: string | undefined }) => (
  <>
    <h1 className="text-title-m">사용할 수 없는 링크입니다</h1>
    <p className="text-ink-2">{why}</p>
    <div className="flex flex-wrap gap-3">
      <ButtonLink to="/login" kind="quiet">
        로그인하러 가기
      </ButtonLink>
      <ButtonLink to="/reset-password" kind="quiet">
        비밀번호 재설정
      </ButtonLink>
    </div>
  </>
)
