import { Skeleton } from './skeleton'

/** Below the title while a link is asked for. The words are there with the document, before any script can ask. */
export const CheckingLink = () => (
  <div className="grid gap-6 noscript:hidden">
    <p role="status" className="text-ink-2">
      링크를 확인하고 있습니다.
    </p>
    <Skeleton className="h-80" />
  </div>
)
