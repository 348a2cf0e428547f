import { type ComponentProps, useId } from 'react'
import { FieldError } from '../ui/field'
import { CATEGORIES, type Category } from './words'

type CategoryChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'value'> & { error: string | undefined }

/** Chooses the category of an inquiry. */
export function CategoryChoice({ error, ...input }: CategoryChoiceProps) {
  const id = useId()
  return (
    <fieldset aria-describedby={`${id}-error`}>
      <legend className="mb-2 font-semibold text-small">문의 유형</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {(Object.keys(CATEGORIES) as Category[]).map((category) => (
          <label
            key={category}
            className="relative flex min-h-12 cursor-pointer items-center justify-center rounded-control border border-ink-3 bg-paper px-3 py-2 text-center text-small has-checked:border-accent has-checked:bg-accent-tint has-checked:font-semibold has-checked:ring-1 has-checked:ring-accent has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              value={category}
              aria-invalid={error ? true : undefined}
              {...input}
              className="sr-only"
            />
            {CATEGORIES[category]}
          </label>
        ))}
      </div>
      <div className="mt-2">
        <FieldError id={`${id}-error`} error={error} />
      </div>
    </fieldset>
  )
}
