import { Download } from 'lucide-react'
import type { Notice } from '../../api/types'
import { dataSize } from '../../ui/data-size'

/** The files that are attached to a notice. */
export function Attachments({ files }: { files: Notice['attachments'] }) {
  return (
    <section aria-labelledby="attachments" className="mt-12 rounded-card border border-line p-5">
      <h2 id="attachments" className="text-small">
        첨부파일 <span className="figures font-medium text-ink-2">{files.length}</span>
      </h2>
      <ul className="mt-2 grid">
        {files.map(({ name, url, size }) => (
          <li key={url}>
            <a href={url} download={name} className="group flex min-h-11 items-center gap-3 text-small">
              <Download aria-hidden="true" className="size-5 shrink-0 text-ink-2" strokeWidth={1.75} />
              <span className="min-w-0 font-medium underline decoration-line underline-offset-4 group-hover:decoration-ink-3">
                {name}
              </span>
              <span className="figures ml-auto shrink-0 text-ink-2">{dataSize(size)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
