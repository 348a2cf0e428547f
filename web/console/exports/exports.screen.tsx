import { useQuery } from '@tanstack/react-query'
import { DeclaredList } from '../desk/declared-list'
import { FactList } from '../frame/fact-list'
import { listQuery } from '../frame/queries'
import { useQuietPoll } from '../frame/quiet-poll'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { DownloadButton } from './download-button'
import { ExportState } from './export-state'
import { EXPORTS, type Export } from './queries'

const rowsOf = ({ rows, expected }: Export) => (rows ?? expected).toLocaleString()
/** The list went on while the file waited: both figures, and of when the file is. */
const rowsInWords = ({ rows, expected }: Export) =>
  rows === null
    ? `${expected.toLocaleString()}건 (요청할 때)`
    : `${rows.toLocaleString()}건${rows === expected ? '' : ` (요청할 때 ${expected.toLocaleString()}건)`}`
const sizeOf = (bytes: number) =>
  bytes < 1_000_000
    ? `${Math.ceil(bytes / 1000).toLocaleString()} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`

const own = {
  screen: ({ label }: Export) => label,
  rows: rowsOf,
  reason: ({ reason }: Export) => <span className="line-clamp-1">{reason}</span>,
  expiresAt: ({ state, expiresAt }: Export) => <When at={state === 'ready' ? expiresAt : null} />,
}

function ExportSheet({ file }: { file: Export | undefined }) {
  if (!file) return <p>이 페이지에 없는 파일입니다. 목록에서 다시 열어 주세요.</p>
  return (
    <div className="grid gap-5">
      <FactList
        facts={[
          { label: '상태', value: <ExportState state={file.state} /> },
          { label: '목록', value: file.label },
          {
            label: '조건',
            value: <span className="break-words">{file.said.join(', ') || '없음 (전체)'}</span>,
          },
          { label: '줄 수', value: rowsInWords(file) },
          file.madeAt !== null && { label: '기준', value: <When at={file.madeAt} /> },
          file.bytes !== null && { label: '크기', value: sizeOf(file.bytes) },
          { label: '사유', value: file.reason },
          { label: '요청', value: <When at={file.askedAt} /> },
          file.state === 'ready' && { label: '삭제', value: <When at={file.expiresAt} /> },
          file.downloads > 0 && { label: '받은 횟수', value: `${file.downloads}번` },
        ]}
      />
      {file.state === 'ready' && <DownloadButton file={file} />}
      {file.state === 'waiting' && <p>두 번째 사람이 확인하면 파일을 만듭니다.</p>}
      {file.state === 'making' && <p>파일을 만들고 있습니다. 다른 일을 하셔도 됩니다.</p>}
      {file.state === 'failed' && <p>파일을 만들지 못했습니다. 목록에서 다시 내보내 주세요.</p>}
    </div>
  )
}

/** One's own files of lists. It looks again by itself while one is being made. */
export function Component() {
  const address = useListAddress()
  const { data } = useQuery(listQuery<Export>(EXPORTS, address.sent))
  useQuietPoll([EXPORTS, address.sent], data?.items.some(({ state }) => state === 'making') ?? false)
  return (
    <DeclaredList<Export>
      list="exports"
      title="내보낸 파일"
      own={own}
      idOf={({ id }) => String(id)}
      empty={
        <p>
          내보낸 파일이 없습니다. 목록의 ‘내보내기’를 누르면 조건에 맞는 줄을 파일로 만들어 하루 동안
          보관합니다.
        </p>
      }
      sheetTitle={(id, file) => file?.label ?? `파일 ${id}`}
      sheet={(_, file) => <ExportSheet file={file} />}
    />
  )
}
