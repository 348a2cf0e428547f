import { Check, ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { classes } from './classes'
import { FieldError } from './field'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode; strong?: boolean }

export function Checkbox({ label, strong = false, className, ...input }: CheckboxProps) {
  return (
    <label className={classes('flex min-h-11 cursor-pointer items-center gap-3 py-1.5', className)}>
      <span className="relative grid size-6 shrink-0 place-items-center">
        <input
          {...input}
          type="checkbox"
          className={classes(
            'peer size-6 appearance-none rounded-[7px] border border-ink-3 bg-paper',
            'checked:border-accent checked:bg-accent disabled:opacity-40 aria-invalid:border-danger',
          )}
        />
        <Check
          aria-hidden="true"
          strokeWidth={2.5}
          className="pointer-events-none absolute size-4 text-on-accent opacity-0 peer-checked:opacity-100"
        />
      </span>
      <span className={classes(strong ? 'font-semibold' : 'text-small')}>{label}</span>
    </label>
  )
}

type ConsentProps = CheckboxProps & {
  /** Stands in sight between the label and the fold, which then follows it and leaves the label the whole width. */
  lead?: string
  /** The text to agree to, with blank lines between paragraphs. Without it and `whole` there is nothing to unfold. */
  body?: string
  /** Draws the published text that `body` sums up; `isWanted` once somebody opens the fold or is about to. */
  whole?: ((isWanted: boolean) => ReactNode) | undefined
  error?: string | undefined
}

/** A checkbox together with the full text it agrees to. It never starts out ticked. */
export function ConsentCheckbox({ lead, body, whole, error, ...checkbox }: ConsentProps) {
  const id = useId()
  const fold = useRef<HTMLDetailsElement>(null)
  const [isWanted, setWanted] = useState(false)
  const want = () => setWanted(true)

  // It may have been opened before hydration.
  useEffect(() => setWanted((before) => before || fold.current?.open === true), [])

  return (
    <div className="relative">
      <Checkbox
        {...checkbox}
        className={!lead && (body || whole) ? 'mr-22' : ''}
        aria-invalid={error ? true : undefined}
        aria-describedby={`${id}-error`}
      />
      {lead && <p className="mt-1 whitespace-pre-line text-caption text-ink-2">{lead}</p>}
      {/* Before the fold: below it, it would read as the error of the next box. */}
      <div className={lead ? '' : 'ml-9'}>
        <FieldError id={`${id}-error`} error={error} />
      </div>
      {(body || whole) && (
        <details ref={fold} onToggle={want} onPointerEnter={want} className="group">
          <summary
            className={classes(
              'flex min-h-11 items-center gap-1 text-caption text-ink-2 hover:text-ink',
              lead ? classes('-mb-2.5 ml-auto w-fit', !error && '-mt-2.5') : 'absolute top-0 right-0',
            )}
          >
            {body ? '내용 보기' : '전문 보기'}
            <ChevronDown aria-hidden="true" className="size-4 group-open:rotate-180" strokeWidth={1.75} />
          </summary>
          {/* biome-ignore lint/a11y/useSemanticElements: a fieldset has no text, and a section would be a landmark */}
          <div
            role="group"
            // biome-ignore lint/a11y/noNoninteractiveTabindex: long terms scroll, and the keyboard must reach them
            tabIndex={0}
            aria-label="동의 내용"
            className={classes(
              'max-h-56 overflow-y-auto rounded-control bg-surface p-4 text-caption text-ink-2',
              lead ? 'mt-3' : 'mt-1',
            )}
          >
            {(body ? body.split(/\n\s*\n/) : []).map((paragraph) => (
              <p key={paragraph} className="mb-2 whitespace-pre-line last:mb-0">
                {paragraph}
              </p>
            ))}
            {whole && <div className={body ? 'mt-4 border-line border-t pt-2' : ''}>{whole(isWanted)}</div>}
          </div>
        </details>
      )}
    </div>
  )
}
