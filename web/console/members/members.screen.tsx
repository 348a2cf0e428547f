import { BulkButton } from '../bulk/bulk-button'
import { DeclaredList } from '../desk/declared-list'
import { stateOf } from '../desk/lists'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { MemberSheet } from './member-sheet'
import type { MemberLine } from './queries'
import { nameOf } from './words'

const own = {
  loginId: ({ id, loginId }: MemberLine) => loginId ?? `탈퇴한 회원 ${id}`,
  phone: ({ phone }: MemberLine) => <span className="figures">{phone}</span>,
  email: ({ email }: MemberLine) => <span className="line-clamp-1">{email}</span>,
  state: ({ state, isBlocked }: MemberLine) => {
    const { word, tone } = stateOf('members', 'state', state)
    return isBlocked && state === 'sub_id' ? (
      <State tone="danger">차단된 회원의 서브 아이디</State>
    ) : (
      <State tone={tone}>{word}</State>
    )
  },
  servicesInUse: ({ servicesInUse }: MemberLine) => servicesInUse || '',
  lastSeenAt: ({ lastSeenAt }: MemberLine) => <When at={lastSeenAt} empty="없음" />,
  id: ({ id }: MemberLine) => <span className="figures">{id}</span>,
}

const VIEWS = [
  { name: '차단한 회원', query: 'state=blocked' },
  { name: '서브 아이디', query: 'state=sub_id' },
]

/** Everybody who has joined, found by whatever somebody remembers of them. */
export function Component() {
  return (
    <DeclaredList<MemberLine>
      list="members"
      title="회원"
      own={own}
      views={VIEWS}
      idOf={({ id }) => String(id)}
      nameOf={nameOf}
      pageOf={({ id }) => `/console/members/${id}`}
      empty={<p>아직 회원이 없습니다. 누가 가입하면 여기에 바로 나타납니다.</p>}
      bulk={(selection, query, clear) => (
        <BulkButton of="members" selection={selection} query={query} clear={clear} />
      )}
      sheetTitle={(id, member) => (member ? nameOf(member) : `회원 ${id}`)}
      sheet={(id) => <MemberSheet id={id} />}
    />
  )
}
