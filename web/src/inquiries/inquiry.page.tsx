import { useEffect, useState } from 'react'
import type { Inquiry as InquiryData } from '../api/types'
import { orderPath } from '../history/paths'
import { day, dayAndTime } from '../korean/dates'
import { usePageData } from '../pages/use-page-data'
import { FactRows } from '../ui/fact-rows'
import { Link } from '../ui/link'
import { Tag } from '../ui/tag'
import { inquiry as inquiryPage } from './pages'
import { inquiriesPath } from './paths'
import { useSee } from './queries'
import { ReplyForm } from './reply-form'
import { Thread } from './thread'
import { CATEGORIES, STATES } from './words'

export default function Inquiry() {
  const [{ inquiry }] = usePageData(inquiryPage)
  // A new key after sending gives an empty form.
  const [sent, setSent] = useState(0)
  useSeen(inquiry)
  const { word, tone } = STATES[inquiry.state]
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-form">
        <Link to={inquiriesPath(1)} className="text-ink-2 text-small underline underline-offset-4">
          1:1 문의 목록
        </Link>
        <h1 className="wrap-anywhere mt-4 text-title-m lg:text-title-l">{inquiry.title}</h1>
        <p className="figures mt-3 flex flex-wrap items-center gap-3 text-ink-2 text-small">
          <Tag tone={tone}>{word}</Tag>
          {CATEGORIES[inquiry.category]} · {dayAndTime(inquiry.createdAt)}
        </p>
        <div className="mt-8 grid gap-8">
          <About inquiry={inquiry} />
          <Thread messages={inquiry.messages} />
          <ReplyForm key={sent} inquiryId={inquiry.id} onSent={() => setSent(sent + 1)} />
        </div>
      </div>
    </div>
  )
}

/** The service and the order that the inquiry is about. */
function About({ inquiry: { service, order } }: { inquiry: InquiryData }) {
  if (!service && !order) return null
  return (
    <FactRows
      rows={[
        service && {
          name: '관련 상품',
          value: [service.planName, service.address].filter(Boolean).join(' · '),
        },
        order && {
          name: '관련 주문',
          value: (
            <Link to={orderPath(order.orderId)} className="underline underline-offset-4">
              {day(order.createdAt)} {order.planName}
            </Link>
          ),
        },
      ]}
    />
  )
}

/** Tells the server that the newest reply has been seen, once it is on the screen. */
function useSeen({ id, hasNewReply, messages }: InquiryData) {
  const { mutate } = useSee(id)
  const newest = messages.at(-1)?.id ?? 0
  useEffect(() => {
    if (hasNewReply) mutate(newest)
  }, [hasNewReply, newest, mutate])
}
