import { type ReactNode, useEffect, useId, useRef } from 'react'
import { classes } from './classes'

export interface Choice<Value> {
  value: Value
  title: ReactNode
  /** Shown beside the title, such as a price. */
  aside?: ReactNode
  note?: ReactNode
  disabled?: boolean
}

interface ChoiceTilesProps<Value> {
  legend: string
  choices: Choice<Value>[]
  value: Value | null
  onChange: (value: Value) => void
}

/** A radio group whose options have room for a price, a saving or the remaining stock. */
export function ChoiceTiles<Value extends string | number>(props: ChoiceTilesProps<Value>) {
  const name = useId()
  const element = useRef<HTMLFieldSetElement>(null)

  // A customer may choose before hydration; the browser then shows a choice that `value` does not know yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on the inputs the server rendered
  useEffect(() => {
    const boxes = [...(element.current?.querySelectorAll('input') ?? [])]
    const chosen = props.choices[boxes.findIndex(({ checked }) => checked)]
    if (chosen && chosen.value !== props.value) props.onChange(chosen.value)
  }, [])

  return (
    <fieldset ref={element}>
      <legend className="mb-3 text-small font-semibold">{props.legend}</legend>
      <div className="grid gap-2">
        {props.choices.map((choice) => (
          <label
            key={choice.value}
            className={classes(
              'flex min-h-14 items-center gap-3 rounded-control border border-line bg-paper px-4 py-3',
              'has-checked:border-accent has-checked:bg-accent-tint has-checked:ring-1 has-checked:ring-accent',
              'has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
              choice.disabled ? 'opacity-60' : 'cursor-pointer hover:border-ink-3',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={props.value === choice.value}
              disabled={choice.disabled}
              onChange={() => props.onChange(choice.value)}
              className={classes(
                'size-5 shrink-0 appearance-none rounded-full border border-ink-3 bg-paper outline-none',
                'checked:border-[6px] checked:border-accent',
              )}
            />
            <span className="flex min-w-0 grow items-center justify-between gap-4">
              <span>
                <span className="block font-semibold">{choice.title}</span>
                {choice.note && <span className="block text-caption text-ink-2">{choice.note}</span>}
              </span>
              {choice.aside && <span className="figures text-right">{choice.aside}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
