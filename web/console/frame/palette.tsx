import { Pin } from 'lucide-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { isMissing } from '../../src/api/problem'
import { classes } from '../../src/ui/classes'
import { Icon } from '../../src/ui/icon'
import { useNavigate } from '../../src/ui/navigate'
import { useShownModal } from './dialog'
import { sentenceOf } from './failure'
import { type Found, useFound, useKept } from './found'
import { needsReason, SearchReason } from './search-reason'

const TOO_SHORT =
  '두 글자부터 찾습니다. 이름은 전부, 아이디는 앞부분, 전화번호는 끝 네 자리로 찾을 수 있습니다.'
const NOTHING =
  '찾은 것이 없습니다. 이름과 메일은 전부, 아이디는 앞부분, 전화번호는 끝 네 자리로 찾습니다. IP는 앞부분도 됩니다.'

/** One field that finds everything and leads there. The focus stays in it; the arrow keys choose. */
export function Palette({ onClose }: { onClose: () => void }) {
  const dialog = useShownModal()
  const navigate = useNavigate()
  const id = useId()
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(0)
  const { groups, isSearching, error } = useFound(words)
  const { kept, opened, pin, isPinned } = useKept()
  const all = groups.flatMap(({ items }) => items)
  const at = Math.min(chosen, all.length - 1)
  const optionOf = (place: number) => `${id}-${place}`

  function open(item: Found | undefined) {
    if (!item) return
    opened(item)
    onClose()
    navigate(item.path)
  }

  function pressed(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step && all.length > 0) {
      event.preventDefault()
      const next = (at + step + all.length) % all.length
      setChosen(next)
      document.getElementById(optionOf(next))?.scrollIntoView?.({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      open(all[at])
    }
  }

  let place = -1
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      aria-label="무엇이든 찾기"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="mx-auto mt-[max(12px,10vh)] mb-auto w-[min(640px,calc(100vw-24px))] animate-rise overflow-hidden rounded-card bg-paper p-0 text-ink floating backdrop:bg-scrim"
    >
      <div className="flex items-center gap-2 border-line border-b px-4">
        <Icon name="search" className="size-5 shrink-0 text-ink-2" />
        <input
          autoFocus
          role="combobox"
          aria-label="무엇이든 찾기"
          aria-expanded={all.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={all.length > 0 ? optionOf(at) : undefined}
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          placeholder="이름, 주문 번호, IP 주소, 203.0.113. @ 어제 오후 2시"
          value={words}
          onKeyDown={pressed}
          onChange={(event) => {
            setWords(event.target.value)
            setChosen(0)
          }}
          className="min-h-13 min-w-0 flex-1 bg-paper text-body outline-none placeholder:text-ink-3"
        />
      </div>
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="찾은 것"
        className="max-h-[60dvh] overflow-y-auto p-2"
      >
        {groups.map(({ kind, label, items }) => (
          // biome-ignore lint/a11y/useSemanticElements: a group of options is no fieldset
          <div key={kind} role="group" aria-labelledby={`${id}-${kind}`}>
            <p id={`${id}-${kind}`} className="px-2.5 pt-2 pb-1 text-caption text-ink-2">
              {label}
            </p>
            {items.map((item) => {
              place += 1
              const here = place
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keys
                // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field
                <div
                  key={item.path}
                  id={optionOf(here)}
                  role="option"
                  aria-selected={here === at}
                  onPointerMove={() => setChosen(here)}
                  onClick={() => open(item)}
                  className={classes(
                    'flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2.5 text-small max-sm:min-h-11',
                    here === at && 'bg-accent-tint',
                  )}
                >
                  <span className="shrink-0 font-medium">{item.title}</span>
                  {item.detail && (
                    <span className="figures min-w-0 flex-1 truncate text-ink-2">{item.detail}</span>
                  )}
                </div>
              )
            })}
          </div>
        ))}
      </div>
      <p
        role="status"
        className={classes(
          'px-4 text-ink-2 text-small',
          (isSearching || all.length === 0 || error !== null) && 'pb-3',
        )}
      >
        {isSearching
          ? '찾고 있습니다.'
          : error && !isMissing(error)
            ? sentenceOf(error)
            : all.length === 0 && (words.trim().length === 1 ? TOO_SHORT : NOTHING)}
      </p>
      {needsReason(error) && (
        <div className="px-4 pb-3">
          <SearchReason />
        </div>
      )}
      {kept && all[at] && (
        <div className="border-line border-t px-4 py-1.5">
          <button
            type="button"
            onClick={() => pin(all[at] as Found)}
            className="inline-flex min-h-8 items-center gap-1.5 text-caption text-ink-2 hover:text-ink max-sm:min-h-11"
          >
            <Pin aria-hidden="true" className="size-3.5" strokeWidth={1.75} />‘{all[at].title}’{' '}
            {isPinned(all[at]) ? '고정 풀기' : '고정하기'}
          </button>
        </div>
      )}
    </dialog>
  )
}
