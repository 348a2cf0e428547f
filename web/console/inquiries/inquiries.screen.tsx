import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { useKeys } from '../frame/keys'
import { useMay, useSession } from '../frame/session'
import { InquirySheet } from './inquiry-sheet'
import { type InquiryLine, useNext } from './queries'
import { CATEGORIES } from './words'

const short = (text: string | null | false) => text && <span className="whitespace-nowrap">{text}</span>

const own = {
  title: ({ title }: InquiryLine) => <span className="line-clamp-1">{title}</span>,
  id: ({ id }: InquiryLine) => <span className="figures">{id}</span>,
  category: ({ category }: InquiryLine) => short(CATEGORIES[category]),
  member: ({ member }: InquiryLine) => (
    <span className="whitespace-nowrap">
      {member.name} <span className="text-ink-2">{member.loginId}</span>
    </span>
  ),
  takenBy: ({ takenBy }: InquiryLine) => short(takenBy),
  hasNotes: ({ hasNotes }: InquiryLine) => short(hasNotes && '있음'),
}

/** Whoever waits, the longest first. */
export function Component() {
  const may = useMay()
  const self = useSession()
  const next = useNext()
  const answers = may('inquiries.answer')
  useKeys({ n: answers ? () => void next() : undefined })
  return (
    <DeclaredList<InquiryLine>
      list="inquiries"
      title="문의"
      own={own}
      views={[
        { name: '기다리는 문의', query: '' },
        { name: '내 담당', query: `assignee=${self.id}` },
        { name: '하루 넘게', query: 'olderHours=24' },
        { name: '모두', query: 'state=all' },
      ]}
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
