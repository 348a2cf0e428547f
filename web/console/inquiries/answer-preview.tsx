import { useQuery } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { Skeleton } from '../../src/ui/skeleton'
import { post } from '../frame/calls'
import { Failure } from '../frame/failure'
import { useSettled } from '../frame/use-settled'

/** The answer with its placeholders filled in, as the member will read it but for the masked name. */
export function AnswerPreview({ id, body }: { id: number; body: string }) {
  const settled = useSettled(body, 400)
  const isAsked = /\{[가-힣A-Z]{1,10}\}/.test(settled)
  const address = path('/api/v1/console/inquiries/{id}/answer/text', { id })
  const { data, error } = useQuery({
    queryKey: [address, settled],
    queryFn: ({ signal }) => post(address, { body: settled }, { signal, quiet: true }),
    enabled: isAsked,
    retry: false,
    gcTime: 0,
  })
  if (!isAsked) return null
  return (
    <section aria-label="보낼 답변 미리보기" className="rounded-control bg-surface p-3 text-small">
      <p className="mb-1 font-semibold text-caption text-ink-2">
        이렇게 보냅니다 (이름은 회원에게만 다 보입니다)
      </p>
      {error ? (
        <Failure error={error} />
      ) : data ? (
        <p className="wrap-anywhere whitespace-pre-wrap">{data.text}</p>
      ) : (
        <Skeleton className="h-10" />
      )}
    </section>
  )
}
