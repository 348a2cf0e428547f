import type { CertificateItem } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Link } from '../ui/link'
import { Tag } from '../ui/tag'
import { CertificateNumber } from './certificate-number'
import { certificatePath } from './pages-lead-to'
import { spanOf, stateOf } from './words'

/** One certificate of the list. Its address links to the sheet. */
export function CertificateRow({ certificate }: { certificate: CertificateItem }) {
  const { number, version, issuedAt, holder, address, carrier, state } = certificate
  const { word, tone } = stateOf(state)
  return (
    <li className="figures rounded-card border border-line p-5 sm:p-6">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-caption text-ink-2">
        <span>
          {dayAndTime(issuedAt)} {version > 1 ? '갱신' : '발급'}
        </span>
        <Tag tone={tone}>{word}</Tag>
      </p>
      <h2 className="mt-1 text-body">
        <Link
          translate="no"
          to={certificatePath(number)}
          className="address inline-flex min-h-11 items-center text-lead decoration-line underline-offset-4 hover:underline"
        >
          {address}
        </Link>
      </h2>
      <p className="text-ink-2 text-small">
        {carrier} · {holder}
        <span className="max-sm:hidden"> · </span>
        <span className="max-sm:block">{spanOf(certificate)}</span>
      </p>
      <p className="mt-2 text-caption text-ink-3">
        <CertificateNumber number={number} />
      </p>
    </li>
  )
}
