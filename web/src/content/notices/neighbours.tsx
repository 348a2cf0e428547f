import type { Notice } from '../../api/types'
import { Link } from '../../ui/link'
import { noticePath } from '../paths'

/** Links to the next newer and the next older notice. */
export function Neighbours({ notice: { previous, next } }: { notice: Notice }) {
  const rows = [
    { name: '다음 글', neighbour: next },
    { name: '이전 글', neighbour: previous },
  ]
  return (
    <nav aria-label="다른 공지사항" className="mt-12">
      <ul className="border-line border-t">
        {rows.map(
          ({ name, neighbour }) =>
            neighbour && (
              <li key={name} className="border-line border-b">
                <Link
                  to={noticePath(neighbour.slug)}
                  className="group flex min-h-14 items-center gap-5 py-3 text-small"
                >
                  <span className="shrink-0 text-ink-2">{name}</span>
                  <span className="min-w-0 font-medium group-hover:underline group-hover:decoration-ink-3 group-hover:underline-offset-4">
                    {neighbour.title}
                  </span>
                </Link>
              </li>
            ),
        )}
      </ul>
    </nav>
  )
}
