import type { ContentPage } from '../api/types'
import { Prose } from '../ui/prose'

/** What buyers fear, answered openly: nothing has to be unfolded. */
export function Questions({ questions }: Pick<ContentPage, 'questions'>) {
  return (
    <dl className="border-line border-b">
      {questions.map(({ slug, question, html }) => (
        <div key={slug} className="grid gap-2 border-line border-t py-6 lg:grid-cols-[360px_1fr] lg:gap-12">
          <dt className="font-semibold text-lead">{question}</dt>
          <dd>
            <Prose html={html} className="text-ink-2" />
          </dd>
        </div>
      ))}
    </dl>
  )
}
