import { useQuery } from '@tanstack/react-query'
import type { Member } from '../api/types'
import { useLogout } from '../members/queries'
import { Button, ButtonLink } from '../ui/button'
import { showToast } from '../ui/toast'
import { MYPAGE } from './menu'
import { myIpQuery } from './queries'

export interface MemberPanelProps {
  member: Member
  /** Logging out ends on the home page, as the specification has it for the side menu. */
  leadsHome: boolean
}

/** Where this browser is seen from, asked when it is shown; `-` when it cannot be found out. */
function CurrentIp() {
  const { data, isError } = useQuery({ ...myIpQuery, retry: false })
  return <span className="address">{isError ? '-' : (data ?? '확인 중')}</span>
}

/** What a member wants at a glance, the same in the wide header and in the side menu. */
export default function MemberPanel({ member, leadsHome }: MemberPanelProps) {
  const logout = useLogout(() => {
    if (leadsHome) window.location.assign('/')
    else showToast('로그아웃되었습니다.')
  })
  return (
    <div className="grid gap-4">
      <p>
        <span className="font-semibold">{member.mberNm}</span> 님
      </p>
      <dl className="grid gap-2 text-small">
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">이용 중인 서비스</dt>
          <dd className="figures font-semibold">{member.useSvCnt}개</dd>
        </div>
        <div className="flex justify-between gap-4">
          <dt className="text-ink-2">현재 접속 IP</dt>
          <dd>
            <CurrentIp />
          </dd>
        </div>
      </dl>
      <div className="grid grid-cols-2 gap-2">
        <ButtonLink to={MYPAGE} size="small">
          마이페이지
        </ButtonLink>
        <Button
          kind="quiet"
          size="small"
          loading={logout.isPending}
          onClick={() => logout.mutate(undefined, { onError: (error) => showToast(error.message) })}
        >
          로그아웃
        </Button>
      </div>
    </div>
  )
}
