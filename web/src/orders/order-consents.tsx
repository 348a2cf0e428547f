import { useSuspenseQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { Problem } from '../api/problem'
import type { AgreedTo, Agreement } from '../api/types'
import { ConsentCheckbox } from '../ui/checkbox'
import { orderAgreementsQuery } from './queries'

const REQUIRED = '필수 항목에 동의해 주세요.'

/** A box is ticked for the very text beside it: where that is replaced, it is empty again. */
const nameOf = ({ key, version }: AgreedTo) => `${key}@${version}`

/** The boxes to tick before paying: which are ticked, and what is wrong with them. */
export function useConsents(refusal: Error | null) {
  const { data: documents } = useSuspenseQuery(orderAgreementsQuery)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [wasAsked, setAsked] = useState(false)
  const isTicked = (document: AgreedTo) => ticked.has(nameOf(document))
  const isMissing = (document: Agreement) => document.required && !isTicked(document)

  function errorAt(document: Agreement): string | undefined {
    const { key } = document
    if (wasAsked && isMissing(document)) return REQUIRED
    const fields = refusal instanceof Problem ? refusal.fields : []
    return fields.find(({ name }) => name === `agreements.${key}`)?.detail
  }

  /** What was agreed to; `null` where a required box is empty, which then has the focus. */
  function given(form: HTMLFormElement): AgreedTo[] | null {
    setAsked(true)
    const missing = documents.find(isMissing)
    if (!missing) return documents.filter(isTicked).map(({ key, version }) => ({ key, version }))
    const box = form.elements.namedItem(missing.key)
    if (box instanceof HTMLElement) {
      box.focus({ preventScroll: true })
      box.scrollIntoView({ block: 'center' }) // not behind the bar with the button
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
  return { documents, isTicked, tick, errorAt, given, isRefused }
}

export function OrderConsents({ consents }: { consents: ReturnType<typeof useConsents> }) {
  const id = useId()
  const section = useRef<HTMLElement>(null)
  const { documents, isTicked, tick, errorAt } = consents

  // Ticked before the script was there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, of the boxes that the server drew
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
