import { KINDS } from '../../../generated/words/publishing'
import type { FoundTexts } from '../../api/types'
import { Link } from '../../ui/link'
import { Highlight } from './highlight'

interface ResultRowProps {
  found: FoundTexts['items'][number]
  term: string
}

export function ResultRow({ found: { kind, path, title, excerpt }, term }: ResultRowProps) {
  return (
    <li className="border-line border-b">
      <Link to={path} className="group block py-5">
        <span className="block text-caption text-ink-2">{KINDS[kind]}</span>
        <span className="mt-1 block font-semibold group-hover:underline group-hover:decoration-ink-3 group-hover:underline-offset-4">
          <Highlight text={title} term={term} />
        </span>
        {excerpt && (
          <span className="mt-1 block max-w-text text-ink-2 text-small">
            <Highlight text={excerpt} term={term} />
          </span>
        )}
      </Link>
    </li>
  )
}
