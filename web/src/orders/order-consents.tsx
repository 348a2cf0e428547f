import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Problem } from '../api/problem'
import { apiQuery } from '../api/queries'
import type { AgreedTo, Agreement } from '../api/types'
import { WholeText } from '../site'
import { ConsentCheckbox } from '../ui/checkbox'
import { ORDER_AGREEMENTS_API, ORDER_TEXTS_API } from './paths'

const REQUIRED = '필수 항목에 동의해 주세요.'

/** Includes the version, so that a box is empty again once its text is replaced. */
const nameOf = ({ key, version }: AgreedTo) => `${key}@${version}`

function showBox(box: unknown) {
  if (!(box instanceof HTMLElement)) return
  box.focus({ preventScroll: true })
  box.scrollIntoView({ block: 'center' }) // clear of the bar with the pay button
}

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
    showBox(form.elements.namedItem(missing.key))
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
  return { documents, isTicked, tick, errorAt, collect, isRefused, refusal }
}

export function OrderConsents({ consents }: { consents: ReturnType<typeof useConsents> }) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { documents, isTicked, tick, errorAt, refusal } = consents

  // A buyer may tick boxes before hydration, which `ticked` does not know yet.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs once, on the boxes that the server rendered
  useEffect(() => {
    for (const document of documents)
      if (section.current?.querySelector(`input[name="${document.key}"]:checked`)) tick(document, true)
  }, [])

  // A refusal by the server comes later than the press that it answers: lead to its box, too.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each refusal
  useEffect(() => {
    const refused = refusal && documents.find((document) => errorAt(document) !== undefined)
    if (refused) showBox(section.current?.querySelector(`input[name="${refused.key}"]`))
  }, [refusal])

  return (
    <section ref={section} aria-labelledby={id} className="lg:pb-4 low:pb-2">
      <h2 id={id} className="sr-only">
        주문 동의
      </h2>
      <div className="grid gap-3 rounded-card bg-surface p-4 low:gap-1 low:p-3">
        {documents.map((document) => (
          <ConsentCheckbox
            key={document.key}
            name={document.key}
            label={`${document.required ? '(필수)' : '(선택)'} ${document.title}`}
            lead={document.body}
            whole={
              document.text
                ? (isWanted) => <WholeText agreement={document} api={ORDER_TEXTS_API} isWanted={isWanted} />
                : undefined
            }
            checked={isTicked(document)}
            onChange={(event) => tick(document, event.currentTarget.checked)}
            error={errorAt(document)}
          />
        ))}
      </div>
    </section>
  )
}
