import { Check, Link2 } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'

const SHOWN_FOR = 2000

/** Copies the link to one answer. */
export function CopyLink({ path }: { path: string }) {
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
      <Button kind="text" className="-ml-2 mt-3" onClick={copy}>
        <Mark aria-hidden="true" className="size-4" strokeWidth={1.75} />
        {isCopied ? '링크를 복사했습니다' : '이 답변의 링크 복사'}
      </Button>
      {/* Outside the button: inside, it would replace the button's accessible name. */}
      <span role="status" className="sr-only">
        {isCopied && '링크를 복사했습니다.'}
      </span>
    </>
  )
}
