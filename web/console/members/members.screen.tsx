import { BulkButton } from '../bulk/bulk-button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { MemberSheet } from './member-sheet'
import { MEMBERS, type MemberLine } from './queries'
import { nameOf, STATES } from './words'

const COLUMNS: Column<MemberLine>[] = [
  { key: 'login', label: '아이디', cell: ({ id, loginId }) => loginId ?? `탈퇴한 회원 ${id}` },
  { key: 'name', label: '이름', cell: ({ name }) => name },
  { key: 'phone', label: '휴대폰', cell: ({ phone }) => <span className="figures">{phone}</span> },
  { key: 'email', label: '이메일', cell: ({ email }) => <span className="line-clamp-1">{email}</span> },
  {
    key: 'state',
    label: '상태',
    cell: ({ state, isBlocked }) =>
      isBlocked && state === 'sub_id' ? (
        <State tone="danger">차단된 회원의 서브 아이디</State>
      ) : (
        <State tone={STATES[state].tone}>{STATES[state].word}</State>
      ),
  },
  { key: 'services', label: '서비스', cell: ({ servicesInUse }) => servicesInUse || '', isFigure: true },
  { key: 'joined', label: '가입', cell: ({ joinedAt }) => <When at={joinedAt} /> },
  {
    key: 'seen',
    label: '마지막 접속',
    cell: ({ lastSeenAt }) => <When at={lastSeenAt} empty="없음" />,
  },
  { key: 'owner', label: '만든 회원', cell: ({ ownerLoginId }) => ownerLoginId, isExtra: true },
  { key: 'id', label: '회원 번호', cell: ({ id }) => id, isFigure: true, isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: Object.entries(STATES).map(([value, { word }]) => ({ value, label: word })),
  },
  { kind: 'dates', name: 'joined', label: '가입일', from: 'joinedFrom', to: 'joinedTo' },
  { kind: 'text', name: 'owner', label: '만든 회원의 번호' },
  {
    kind: 'select',
    name: 'withServices',
    label: '서비스',
    options: [
      { value: 'true', label: '이용 중인 서비스 있음' },
      { value: 'false', label: '없음' },
    ],
  },
]

const VIEWS = [
  { name: '차단한 회원', query: 'state=blocked' },
  { name: '서브 아이디', query: 'state=sub_id' },
]

/** Everybody who has joined, found by whatever somebody remembers of them. */
export function Component() {
  return (
    <ListScreen<MemberLine>
      title="회원"
      label="회원 목록"
      path={MEMBERS}
      columns={COLUMNS}
      filters={FILTERS}
      views={VIEWS}
      search="아이디 앞부분, 이름, 이메일, 휴대폰 번호나 끝 4자리"
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
