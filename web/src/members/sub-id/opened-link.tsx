import { useQuery } from '@tanstack/react-query'
import { isMissing } from '../../api/problem'
import type { SubIdLink } from '../../api/types'
import { dayAndTime } from '../../korean/dates'
import { Button, ButtonLink } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { CheckingLink } from '../../ui/checking-link'
import { FactRows } from '../../ui/fact-rows'
import { useMember } from '../member'
import { FirstPasswordForm } from './first-password-form'
import { linkQuery } from './queries'

/** A link from its first sight on: whose it is, and the form that uses it up. */
export function OpenedLink({ token }: { token: string }) {
  const { data: link, error, isFetching, refetch } = useQuery(linkQuery(token))
  if (link)
    return (
      <>
        <Head link={link} />
        <FirstPasswordForm token={token} link={link} />
      </>
    )
  if (isMissing(error)) return <NotUsable why={error?.message} />
  return (
    <>
      <h1 className="text-title-m">서브 아이디 비밀번호 정하기</h1>
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

/** Somebody who has chosen a password already may log in with it. */
const NotUsable = ({ why }: { why: string | undefined }) => (
  <>
    <h1 className="text-title-m">사용할 수 없는 링크입니다</h1>
    <p className="text-ink-2">{why}</p>
    <ButtonLink to="/login" kind="quiet" className="justify-self-start">
      로그인하러 가기
    </ButtonLink>
  </>
)

function Head({ link }: { link: SubIdLink }) {
  const { loginId, name, ownerName, expiresAt, isFirst, resetsFactors } = link
  const member = useMember()
  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-title-m">{isFirst ? '서브 아이디 시작하기' : '새 비밀번호 정하기'}</h1>
        <p className="text-ink-2">
          {isFirst
            ? `${ownerName} 님이 함께 쓰려고 만든 아이디입니다. 비밀번호를 정하시면 바로 로그인됩니다.`
            : `${ownerName} 님이 보낸 링크입니다. 새 비밀번호를 정하시면 바로 로그인되며, 지금 로그인되어 있는 다른 기기에서는 로그아웃됩니다.`}
        </p>
      </div>
      <div className="rounded-card border border-line p-5">
        <FactRows
          rows={[
            { name: '아이디', value: <b>{loginId}</b> },
            { name: '이름', value: <span className="break-words">{name}</span> },
            { name: '만든 회원', value: ownerName },
            { name: '링크 유효 기간', value: `${dayAndTime(expiresAt)}까지, 한 번` },
          ]}
        />
      </div>
      {resetsFactors && !isFirst && (
        <Callout tone="warn">
          이 링크로 비밀번호를 정하시면 2단계 인증이 꺼지고 등록된 패스키가 삭제됩니다. 로그인한 뒤 다시
          등록하실 수 있습니다.
        </Callout>
      )}
      {member && member.mberId !== loginId && (
        <Callout tone="warn">
          이 브라우저는 지금 {member.mberId} 아이디로 로그인되어 있습니다. 계속하시면 {loginId} 아이디로
          바뀝니다.
        </Callout>
      )}
    </>
  )
}
