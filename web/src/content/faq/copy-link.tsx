import { Check, Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useHydrated } from '../../ui/hydrated'

const SHOWN_FOR = 2000

/** The address of one answer, to be sent to somebody. Only with script: without it there is nothing to press. */
export function CopyLink({ path }: { path: string }) {
  const isHydrated = useHydrated()
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [isCopied])

  const copy = () =>
    navigator.clipboard?.writeText(window.location.origin + path).then(
      () => setCopied(true),
      () => undefined,
    )

  const Mark = isCopied ? Check : Link2
  return (
    <>
      <button
        type="button"
        disabled={!isHydrated}
        onClick={copy}
        className="-ml-2 mt-3 inline-flex min-h-11 items-center gap-2 rounded-control px-2 text-ink-2 text-small hover:bg-surface hover:text-ink"
      >
        <Mark aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {isCopied ? '링크를 복사했습니다' : '이 답변의 링크 복사'}
      </button>
      {/* Beside the button: inside it, it would take the button's name away. */}
      <span role="status" className="sr-only">
        {isCopied && '링크를 복사했습니다.'}
      </span>
    </>
  )
}
