import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../frame/button'
import { Ready } from '../frame/part'
import { InquiryFacts } from './inquiry-facts'
import { threadQuery } from './queries'
import { ThreadView } from './thread-view'

/** An inquiry to glance at from the queue; it is answered on its page. */
export function InquirySheet({ id }: { id: number }) {
  const query = useQuery(threadQuery(id))
  return (
    <Ready query={query} shape="h-80">
      {(thread) => (
        <div className="grid gap-5">
          <InquiryFacts thread={thread} />
          <ButtonLink kind="main" to={`/console/inquiries/${id}`} className="justify-self-start">
            열어서 답변하기
          </ButtonLink>
          <ThreadView thread={thread} />
        </div>
      )}
    </Ready>
  )
}
