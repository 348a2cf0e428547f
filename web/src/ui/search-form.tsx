import { IconButton } from './button'
import { Icon } from './icon'
import { useNavigate } from './navigate'

interface SearchFormProps {
  /** The page that shows the results; it takes the words as `?q=`. */
  action: string
  label: string
  /** The words that the current page shows results for. */
  value: string
}

/** A native form, so that it works before any script has run; with script it navigates within the document. */
export function SearchForm({ action, label, value }: SearchFormProps) {
  const navigate = useNavigate()
  return (
    <search>
      <form
        action={action}
        className="relative"
        onSubmit={(event) => {
          event.preventDefault()
          const q = String(new FormData(event.currentTarget).get('q')).trim()
          navigate(q ? `${action}?q=${encodeURIComponent(q)}` : action)
        }}
      >
        <input
          // A new address may search for other words: start the input afresh.
          key={value}
          type="search"
          name="q"
          defaultValue={value}
          maxLength={50}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={label}
          placeholder={label}
          className="min-h-13 w-full rounded-control border border-ink-3 bg-paper pr-14 pl-4 text-body placeholder:text-ink-3 sm:min-h-12"
        />
        <IconButton
          type="submit"
          aria-label="검색"
          className="absolute top-1/2 right-0.5 -translate-y-1/2 text-ink-2 hover:text-ink"
        >
          <Icon name="search" className="size-5" />
        </IconButton>
      </form>
    </search>
  )
}
