import type { ReactNode } from 'react'
import type { Member } from '../api/types'
import { useLogout } from '../members'
import { MYPAGE } from '../site'
import { Button, ButtonLink } from '../ui/button'
import { showToast } from '../ui/toast'
import { CurrentAddress } from './current-address'

export interface MemberPanelProps {
  /** `null` for a visitor, who sees only where they come from. */
  member: Member | null
  /** Logging out leads to the home page, as the specification wants it in the side menu. */
  leadsHome: boolean
}

/** The services and current address of a member, both in the wide header and in the side menu. */
export default function MemberPanel({ member, leadsHome }: MemberPanelProps) {
  return (
    <div className="grid gap-4">
      {member && (
        <p>
          <span className="font-semibold">{member.mberNm}</span> 님
          {member.kind && <span className="ml-2 text-caption text-ink-2">서브 아이디 {member.mberId}</span>}
        </p>
      )}
      <dl className="grid gap-2 text-small">
        {member && (
          <Fact name="이용 중인 서비스">
            <span className="figures font-semibold">{member.useSvCnt}개</span>
          </Fact>
        )}
        <Fact name="현재 접속 IP">
          <CurrentAddress holdsServices={member !== null && member.useSvCnt > 0} />
        </Fact>
      </dl>
      {member && <Actions leadsHome={leadsHome} />}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-ink-2">{name}</dt>
      <dd className="text-right">{children}</dd>
    </div>
  )
}

function Actions({ leadsHome }: { leadsHome: boolean }) {
  const logout = useLogout(() => {
    if (leadsHome) window.location.assign('/')
    else showToast('로그아웃되었습니다.')
  })
  return (
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
  )
}
