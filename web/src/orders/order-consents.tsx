import { useSuspenseQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Problem } from '../api/problem'
import type { AgreedTo } from '../api/types'
import { ConsentCheckbox } from '../ui/checkbox'
import { orderAgreementsQuery } from './queries'

const REQUIRED = '필수 항목에 동의해 주세요.'

/** The boxes to tick before paying: which are ticked, and what is wrong with them. */
export function useConsents(refusal: Error | null) {
  const { data: documents } = useSuspenseQuery(orderAgreementsQuery)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [wasAsked, setAsked] = useState(false)
  const isMissing = (key: string) =>
    documents.some((one) => one.key === key && one.required) && !ticked.has(key)

  function errorAt(key: string): string | undefined {
    if (wasAsked && isMissing(key)) return REQUIRED
    const fields = refusal instanceof Problem ? refusal.fields : []
    return fields.find(({ name }) => name === `agreements.${key}`)?.detail
  }

  /** What was agreed to; `null` where a required box is empty, which then has the focus. */
  function given(form: HTMLFormElement): AgreedTo[] | null {
    setAsked(true)
    const missing = documents.find(({ key }) => isMissing(key))
    if (!missing) {
      return documents.filter(({ key }) => ticked.has(key)).map(({ key, version }) => ({ key, version }))
    }
    const box = form.elements.namedItem(missing.key)
    if (box instanceof HTMLElement) {
      box.focus({ preventScroll: true })
      box.scrollIntoView({ block: 'center' }) // not behind the bar with the button
    }
    return null
  }

  function tick(key: string, value: boolean) {
    const next = new Set(ticked)
    if (value) next.add(key)
    else next.delete(key)
    setTicked(next)
  }

  const isRefused = documents.some(({ key }) => errorAt(key) !== undefined)
  return { documents, ticked, tick, errorAt, given, isRefused }
}

export function OrderConsents({ consents }: { consents: ReturnType<typeof useConsents> }) {
  const id = useId()
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-title-s">
        주문 동의
      </h2>
      <div className="grid gap-4 rounded-card border border-line p-5">
        {consents.documents.map(({ key, title, body, required }) => (
          <div key={key} className="grid gap-2">
            <p className="whitespace-pre-line rounded-control bg-surface p-4 text-small text-ink-2">{body}</p>
            <ConsentCheckbox
              name={key}
              label={`${required ? '(필수)' : '(선택)'} ${title}`}
              body=""
              checked={consents.ticked.has(key)}
              onChange={(event) => consents.tick(key, event.currentTarget.checked)}
              error={consents.errorAt(key)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
