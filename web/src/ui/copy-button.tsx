import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from './button'
import { showToast } from './toast'

const SHOWN_FOR = 2000

const copy = async (text: string) => navigator.clipboard.writeText(text)
const showRefusal = () => showToast('복사하지 못했습니다. 글자를 길게 누르거나 끌어 선택해 복사해 주세요.')

/** Copies a text that can be saved as a file instead, says in a toast how it went, and answers whether it worked. */
export const copyOrSave = (text: string, done: string) =>
  copy(text).then(
    () => {
      showToast(done)
      return true
    },
    () => {
      showToast('복사하지 못했습니다. 파일로 내려받아 주세요.')
      return false
    },
  )

/** Copies `text` and confirms it on the button; if that fails, a toast says how to copy by hand. */
export function CopyButton({ text, what }: { text: string; what: string }) {
  const [copied, setCopied] = useState(false)
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [copied])

  const Icon = copied ? Check : Copy
  return (
    <IconButton
      aria-label={`${what} 복사`}
      onClick={() => copy(text).then(() => setCopied(true), showRefusal)}
      className="text-ink-2 hover:text-ink"
    >
      <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
      <span role="status" className="sr-only">
        {copied && '복사했습니다.'}
      </span>
    </IconButton>
  )
}
