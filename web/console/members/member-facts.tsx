import { figures } from '../../src/korean/money'
import { Link } from '../../src/ui/link'
import { stateOf } from '../desk/lists'
import { FactList } from '../frame/fact-list'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Member, Unmasked } from './queries'

const LINK = 'underline decoration-line underline-offset-4'

function StateOf({ member }: { member: Member }) {
  const { state, blockedAt, withheld } = member
  const { word, tone } = stateOf('members', 'state', state)
  return (
    <span className="inline-flex flex-wrap gap-x-4">
      <State tone={tone}>{word}</State>
      {state === 'sub_id' && blockedAt && <State tone="danger">만든 회원과 함께 차단</State>}
      {state === 'sub_id' && withheld && <State tone="warn">사용 중지·만료·삭제</State>}
    </span>
  )
}

/** Who this is. Name, mail and number are masked, until somebody has said why they need them. */
export function MemberFacts({ member, unmasked }: { member: Member; unmasked?: Unmasked | null }) {
  const { owner } = member
  const { name, email, phone } = unmasked ?? member
  const agreed = [member.smsOptIn && '문자', member.mailOptIn && '이메일'].filter(Boolean).join(', ')
  return (
    <FactList
      facts={[
        { label: '상태', value: <StateOf member={member} /> },
        member.blockedAt !== null && { label: '차단한 때', value: <When at={member.blockedAt} /> },
        { label: '회원 번호', value: <span className="figures">{member.id}</span> },
        { label: '아이디', value: member.loginId },
        { label: '이름', value: name },
        { label: '이메일', value: email && <span className="break-all">{email}</span> },
        { label: '휴대폰', value: phone && <span className="figures">{phone}</span> },
        owner && {
          label: '만든 회원',
          value: (
            <Link to={`/console/members/${owner.id}`} className={LINK}>
              {owner.loginId ?? `회원 ${owner.id}`}
            </Link>
          ),
        },
        { label: '가입', value: <When at={member.joinedAt} /> },
        member.leftAt !== null && { label: '탈퇴', value: <When at={member.leftAt} /> },
        member.leftAt === null && {
          label: '마지막 접속',
          value: <When at={member.lastSeenAt} empty="없음" />,
        },
        member.leftAt === null && {
          label: '로그인 보안',
          value: [
            member.secondFactor ? '2단계 인증 사용' : '2단계 인증 없음',
            `패스키 ${member.passkeys}개`,
            `로그인한 기기 ${member.sessions}대`,
          ].join(' · '),
        },
        member.verifiedAt !== null && { label: '본인인증', value: <When at={member.verifiedAt} /> },
        member.state !== 'sub_id' &&
          member.leftAt === null && { label: '광고 수신', value: agreed || '동의하지 않음' },
        member.subIds > 0 && {
          label: '서브 아이디',
          value: (
            <Link to={`/console/members?owner=${member.id}`} className={LINK}>
              {figures(member.subIds)}개
            </Link>
          ),
        },
      ]}
    />
  )
}
