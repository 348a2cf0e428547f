import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Ready } from '../frame/part'
import { InquiryPage } from './inquiry-page'
import { threadQuery } from './queries'

/** One inquiry by the number in the address; the next one begins with nothing of this one. */
export function Component() {
  const id = Number(useParams().id)
  const query = useQuery(threadQuery(id))
  return (
    <Ready query={query} shape="h-96" title="문의">
      {(thread) => <InquiryPage key={id} thread={thread} />}
    </Ready>
  )
}
