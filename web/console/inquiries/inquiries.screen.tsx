import { useQuery } from '@tanstack/react-query'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { useKeys } from '../frame/keys'
import { ListScreen } from '../frame/list-screen'
import { useMay, useSession } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { InquirySheet } from './inquiry-sheet'
import { colleaguesQuery, type InquiryLine, QUEUE, useNext } from './queries'
import { CATEGORIES, categoryOptions, STATES } from './words'

const COLUMNS: Column<InquiryLine>[] = [
  { key: 'title', label: '제목', cell: ({ title }) => <span className="line-clamp-1">{title}</span> },
  {
    key: 'state',
    label: '상태',
    cell: ({ state }) => <State tone={STATES[state].tone}>{STATES[state].word}</State>,
  },
  { key: 'waitingSince', label: '기다린 때', cell: ({ waitingSince }) => <When at={waitingSince} /> },
  {
    key: 'category',
    label: '분류',
    cell: ({ category }) => <span className="whitespace-nowrap">{CATEGORIES[category]}</span>,
  },
  {
    key: 'member',
    label: '회원',
    cell: ({ member }) => (
      <span className="whitespace-nowrap">
        {member.name} <span className="text-ink-2">{member.loginId}</span>
      </span>
    ),
  },
  {
    key: 'takenBy',
    label: '담당',
    cell: ({ takenBy }) => takenBy && <span className="whitespace-nowrap">{takenBy}</span>,
  },
  {
    key: 'notes',
    label: '메모',
    cell: ({ hasNotes }) => hasNotes && <span className="whitespace-nowrap">있음</span>,
  },
  {
    key: 'lastMessageAt',
    label: '마지막 글',
    cell: ({ lastMessageAt }) => <When at={lastMessageAt} />,
    isExtra: true,
  },
  { key: 'createdAt', label: '접수', cell: ({ createdAt }) => <When at={createdAt} />, isExtra: true },
  { key: 'id', label: '번호', cell: ({ id }) => id, isFigure: true, isExtra: true },
]

/** Oneself stands first among those who may answer. */
function useFilters(): Filter[] {
  const self = useSession()
  const { data } = useQuery(colleaguesQuery)
  const others = data?.items.filter(({ id }) => id !== self.id) ?? []
  return [
    {
      kind: 'select',
      name: 'state',
      label: '상태',
      options: [
        { value: 'received', label: '접수' },
        { value: 'in_progress', label: '처리중' },
        { value: 'answered', label: '답변완료' },
        { value: 'closed', label: '종료' },
        { value: 'all', label: '모두' },
      ],
    },
    {
      kind: 'select',
      name: 'olderHours',
      label: '기다린 시간',
      options: [
        { value: '4', label: '4시간 넘게' },
        { value: '24', label: '하루 넘게' },
        { value: '72', label: '3일 넘게' },
      ],
    },
    {
      kind: 'select',
      name: 'assignee',
      label: '담당',
      options: [
        { value: '0', label: '아무도 없음' },
        { value: String(self.id), label: '나' },
        ...others.map(({ id, name }) => ({ value: String(id), label: name })),
      ],
    },
    { kind: 'select', name: 'category', label: '분류', options: categoryOptions },
    { kind: 'text', name: 'member', label: '회원 번호' },
  ]
}

/** Whoever waits, the longest first. */
export function Component() {
  const may = useMay()
  const self = useSession()
  const next = useNext()
  const answers = may('inquiries.answer')
  useKeys({ n: answers ? () => void next() : undefined })
  return (
    <ListScreen<InquiryLine>
      title="문의"
      label="문의"
      path={QUEUE}
      columns={COLUMNS}
      filters={useFilters()}
      views={[
        { name: '기다리는 문의', query: '' },
        { name: '내 담당', query: `assignee=${self.id}` },
        { name: '하루 넘게', query: 'olderHours=24' },
        { name: '모두', query: 'state=all' },
      ]}
      search="제목·내용, 아이디, 문의 번호"
      idOf={({ id }) => String(id)}
      nameOf={({ title }) => title}
      pageOf={({ id }) => `/console/inquiries/${id}`}
      actions={answers && <Button onClick={() => next()}>다음 문의 답변하기</Button>}
      empty={<p>답변을 기다리는 문의가 없습니다. 회원이 고객센터에서 1:1 문의를 남기면 여기에 쌓입니다.</p>}
      sheetTitle={(id, line) => line?.title ?? `문의 ${id}`}
      sheet={(id) => <InquirySheet id={Number(id)} />}
    />
  )
}
