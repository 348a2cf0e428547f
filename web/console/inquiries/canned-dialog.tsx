import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { Dialog } from '../frame/dialog'
import { TextField } from '../frame/field'
import { Ready } from '../frame/part'
import { type Canned, cannedQuery, type Thread } from './queries'
import { CATEGORIES } from './words'

interface CannedDialogProps {
  category: Thread['category']
  onChoose: (body: string) => void
  onClose: () => void
}

/** Those whose title or text has the words; those of the inquiry's own category first. */
function fitting(all: Canned[], words: string, category: Thread['category']) {
  const found = all.filter(({ title, body }) => `${title}\n${body}`.includes(words.normalize('NFC').trim()))
  return [
    ...found.filter((answer) => answer.category === category),
    ...found.filter((answer) => answer.category !== category),
  ]
}

/** Chooses an answer that is given often: by words, the arrow keys and Enter. */
export function CannedDialog({ category, onChoose, onClose }: CannedDialogProps) {
  const query = useQuery(cannedQuery)
  const field = useRef<HTMLInputElement>(null)
  // The dialog, when it opens, has put the focus on its first button.
  useEffect(() => field.current?.focus(), [])
  const [words, setWords] = useState('')
  const [at, setAt] = useState(0)
  const found = fitting(query.data?.items ?? [], words, category)
  const current = Math.min(at, found.length - 1)

  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt(Math.max(0, Math.min(found.length - 1, current + step)))
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      const chosen = found[current]
      if (chosen) onChoose(chosen.body)
    }
  }

  return (
    <Dialog title="답변 서식" onClose={onClose} wide>
      <TextField
        label="서식 찾기"
        ref={field}
        autoComplete="off"
        value={words}
        help="위아래 화살표로 고르고 Enter를 누르면 답변에 들어갑니다."
        onKeyDown={pressed}
        onChange={(event) => {
          setWords(event.target.value)
          setAt(0)
        }}
      />
      <Ready query={query} shape="h-40 mt-3">
        {() =>
          found.length > 0 ? (
            <ul className="mt-3 grid max-h-80 gap-1 overflow-y-auto">
              {found.map(({ id, title, body, category: of }, place) => (
                <li key={id}>
                  <button
                    type="button"
                    aria-current={place === current}
                    onClick={() => onChoose(body)}
                    className={classes(
                      'w-full rounded-control px-3 py-2 text-left hover:bg-surface',
                      place === current && 'bg-accent-tint',
                    )}
                  >
                    <span className="font-semibold">{title}</span>
                    {of && <span className="ml-2 text-caption text-ink-2">{CATEGORIES[of]}</span>}
                    <span className="line-clamp-2 text-caption text-ink-2">{body}</span>
                  </button>
                </li>
              ))}
            </ul>
          ) : (
            <p className="mt-3 text-ink-2">
              맞는 서식이 없습니다.{' '}
              <Link to="/console/inquiries/canned" className="underline underline-offset-4">
                답변 서식 관리
              </Link>
              에서 만들 수 있습니다.
            </p>
          )
        }
      </Ready>
    </Dialog>
  )
}
