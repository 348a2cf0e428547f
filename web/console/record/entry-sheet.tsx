import { dayAndTime } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Changes } from './changes'
import { authorOf, type Entry } from './entry'
import { objectOf, useActionWord } from './words'

/** One entry of the record. Entries are not fetched one by one: an older one than this page is found by the filters. */
export function EntrySheet({ entry }: { entry: Entry | undefined }) {
  const wordOf = useActionWord()
  if (!entry)
    return (
      <p className="text-ink-2">이 기록은 지금 목록에 없습니다. 조건을 빼거나 기간을 바꾸어 찾아 주세요.</p>
    )
  const { action, objectKind, objectId, reason, requestId, address, alone, approvalId, at, before, after } =
    entry
  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: '한 일', value: wordOf(action) },
          {
            label: '대상',
            value: (
              <Link
                to={`/console/record?object=${encodeURIComponent(objectKind)}&objectId=${encodeURIComponent(objectId)}`}
                className="underline underline-offset-4"
              >
                {objectOf(entry)}
              </Link>
            ),
          },
          { label: '누가', value: entry.staff ? `${authorOf(entry)} (${entry.role})` : authorOf(entry) },
          { label: '언제', value: <span className="figures">{dayAndTime(at)} (서울)</span> },
          { label: '사유', value: reason ? <span className="whitespace-pre-line">{reason}</span> : null },
          {
            label: '확인',
            value: alone
              ? '두 번째 사람 없이 혼자 확인'
              : approvalId && (
                  <Link to={`/console/approvals?open=${approvalId}`} className="underline underline-offset-4">
                    두 사람이 확인한 승인 {approvalId}
                  </Link>
                ),
          },
          { label: '접속 주소', value: <span className="figures">{address}</span> },
          {
            label: '요청 번호',
            value: (
              <span translate="no" className="address text-caption">
                {requestId}
              </span>
            ),
          },
        ]}
      />
      <section aria-label="바뀐 것" className="grid gap-2">
        <h3 className="text-lead">바뀐 것</h3>
        <Changes before={before} after={after} />
      </section>
    </div>
  )
}
