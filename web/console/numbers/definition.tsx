import { Link } from '../../src/ui/link'
import type { Figure } from './queries'

/** What the figure means, and where the rows behind it are. */
export function Definition({ figure, list }: { figure: Figure; list: { to: string; label: string } }) {
  return (
    <div className="grid gap-2 rounded-card bg-surface p-4 text-small">
      <p>{figure.definition}</p>
      <p>
        <Link to={list.to} className="underline underline-offset-4">
          {list.label} 보기
        </Link>
      </p>
      <details>
        <summary className="cursor-pointer text-ink-2">세는 방법 (SQL)</summary>
        <pre className="mt-2 overflow-x-auto text-caption">{figure.sql}</pre>
      </details>
    </div>
  )
}
