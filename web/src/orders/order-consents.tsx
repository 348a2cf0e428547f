import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Problem } from '../api/problem'
import { apiQuery } from '../api/queries'
import type { AgreedTo, Agreement } from '../api/types'
import { ConsentCheckbox } from '../ui/checkbox'
import { ORDER_AGREEMENTS_API } from './paths'

const REQUIRED = '필수 항목에 동의해 주세요.'

/** Includes the version, so that a box is empty again once its text is replaced. */
const nameOf = ({ key, version }: AgreedTo) => `${key}@${version}`

/** The consents of an order: which boxes are ticked, and what is wrong with the others. */
export function useConsents(refusal: Error | null) {
  const { data: documents } = useSuspenseQuery(apiQuery(ORDER_AGREEMENTS_API))
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [isSubmitted, setSubmitted] = useState(false)
  const isTicked = (document: AgreedTo) => ticked.has(nameOf(document))
  const isMissing = (document: Agreement) => document.required && !isTicked(document)

  function errorAt(document: Agreement): string | undefined {
    const { key } = document
    if (isSubmitted && isMissing(document)) return REQUIRED
    const fields = refusal instanceof Problem ? refusal.fields : []
    return fields.find(({ name }) => name === `agreements.${key}`)?.detail
  }

  /** The consents that were given; `null`, with the focus on its box, if a required one is missing. */
  function collect(form: HTMLFormElement): AgreedTo[] | null {
    setSubmitted(true)
    const missing = documents.find(isMissing)
    if (!missing) return documents.filter(isTicked).map(({ key, version }) => ({ key, version }))
    const box = form.elements.namedItem(missing.key)
    if (box instanceof HTMLElement) {
      box.focus({ preventScroll: true })
      box.scrollIntoView({ block: 'center' }) // clear of the bar with the pay button
    }
    return null
  }

  const tick = useCallback((document: AgreedTo, value: boolean) => {
    setTicked((before) => {
      const next = new Set(before)
      if (value) next.add(nameOf(document))
      else next.delete(nameOf(document))
      return next
    })
  }, [])

  const isRefused = documents.some((document) => errorAt(document) !== undefined)
  return { documents, isTicked, tick, errorAt, collect, isRefused }
}

export function OrderConsents({ consents }: { consents: ReturnType<typeof useConsents> }) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { documents, isTicked, tick, errorAt } = consents

  // A buyer may tick boxes before hydration, which `ticked` does not know yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on the boxes that the server rendered
  useEffect(() => {
    for (const document of documents)
      if (section.current?.querySelector(`input[name="${document.key}"]:checked`)) tick(document, true)
  }, [])

  return (
    <section ref={section} aria-labelledby={id}>
      <h2 id={id} className="mb-4 text-title-s">
        주문 동의
      </h2>
      <div className="grid gap-4 rounded-card border border-line p-5">
        {documents.map((document) => (
          <div key={document.key} className="grid gap-2">
            <p className="whitespace-pre-line rounded-control bg-surface p-4 text-small text-ink-2">
              {document.body}
            </p>
            <ConsentCheckbox
              name={document.key}
              label={`${document.required ? '(필수)' : '(선택)'} ${document.title}`}
              body=""
              checked={isTicked(document)}
              onChange={(event) => tick(document, event.currentTarget.checked)}
              error={errorAt(document)}
            />
          </div>
        ))}
      </div>
    </section>
  )
}
