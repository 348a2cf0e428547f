import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'

const SHOWN_FOR = 2000

/** Says on itself that it copied; where the browser refuses the clipboard it says nothing happened. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  const Icon = copied ? Check : Copy
  return (
    <button
      type="button"
      aria-label={`${what} 복사`}
      onClick={() => navigator.clipboard?.writeText(text).then(() => setCopied(true))}
      className="grid size-11 shrink-0 place-items-center rounded-control text-ink-2 hover:bg-surface hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      <span role="status" className="sr-only">
        {copied && '복사했습니다.'}
      </span>
    </button>
  )
}
