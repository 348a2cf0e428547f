import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '../../src/korean/dates'
import { dataSize } from '../../src/ui/data-size'
import { Button } from '../frame/button'
import { Ready } from '../frame/part'
import { type Session, sessionsQuery } from './queries'

/** Its use, page by page. */
export function Sessions({ id }: { id: string }) {
  const [pages, setPages] = useState<string[]>([])
  const query = useQuery(sessionsQuery(id, pages.at(-1)))
  return (
    <Ready query={query} shape="h-40">
      {({ items, next }) => (
        <div className="grid gap-2">
          {items.length === 0 ? (
            <p className="text-ink-2 text-small">아직 접속한 적이 없습니다.</p>
          ) : (
            <SessionTable items={items} />
          )}
          <div className="flex gap-2">
            {pages.length > 0 && (
              <Button kind="quiet" onClick={() => setPages(pages.slice(0, -1))}>
                이전
              </Button>
            )}
            {next && (
              <Button kind="quiet" onClick={() => setPages([...pages, next])}>
                다음
              </Button>
            )}
          </div>
        </div>
      )}
    </Ready>
  )
}

function SessionTable({ items }: { items: Session[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the table scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="접속 내역 표"
      className="overflow-x-auto rounded-card border border-line"
    >
      <table className="w-full border-collapse text-small">
        <thead className="bg-surface text-left text-caption text-ink-2">
          <tr>
            {['시작', '끝', '기기', '나간 IP', '접속한 쪽', '보냄', '받음'].map((label) => (
              <th key={label} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {items.map(({ deviceId, deviceName, exitAddress, client, beganAt, endedAt, rxBytes, txBytes }) => (
            <tr key={`${deviceId}-${beganAt}`} className="h-9 border-line border-t">
              <td className="figures whitespace-nowrap px-3">{dayAndTime(beganAt)}</td>
              <td className="figures whitespace-nowrap px-3">{endedAt ? dayAndTime(endedAt) : '접속 중'}</td>
              <td className="px-3">{deviceName ?? `기기 ${deviceId}`}</td>
              <td className="address px-3">{exitAddress}</td>
              <td className="address px-3">{client ?? '–'}</td>
              <td className="figures px-3 text-right">{dataSize(rxBytes)}</td>
              <td className="figures px-3 text-right">{dataSize(txBytes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
