import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { dayAndTime } from '../../src/korean/dates'
import { dataSize } from '../../src/ui/data-size'
import { LISTS } from '../desk/lists'
import { Button } from '../frame/button'
import { CARD_CELL, CARD_HEAD, CARD_ROW, CARD_TABLE, CARD_TITLE } from '../frame/cards'
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

const { columns: COLUMNS } = LISTS['service-sessions']

function SessionTable({ items }: { items: Session[] }) {
  return (
    <section
      // biome-ignore lint/a11y/noNoninteractiveTabindex: on a narrow screen the table scrolls, and the keyboard must reach it
      tabIndex={0}
      aria-label="접속 내역 표"
      className="overflow-x-auto rounded-card border border-line"
    >
      <table className={`w-full border-collapse text-small ${CARD_TABLE}`}>
        <thead className={`bg-surface text-left text-caption text-ink-2 ${CARD_HEAD}`}>
          <tr>
            {COLUMNS.map(({ key, label }) => (
              <th key={key} scope="col" className="whitespace-nowrap px-3 py-2 font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className={CARD_TABLE}>
          {items.map(({ deviceId, deviceName, exitAddress, client, beganAt, endedAt, rxBytes, txBytes }) => (
            <tr
              key={`${deviceId}-${beganAt}`}
              className={`h-9 border-line border-t first:border-t-0 ${CARD_ROW}`}
            >
              <td className={`figures whitespace-nowrap px-3 ${CARD_TITLE}`}>{dayAndTime(beganAt)}</td>
              <td data-label="끝" className={`figures whitespace-nowrap px-3 ${CARD_CELL}`}>
                {endedAt ? dayAndTime(endedAt) : '접속 중'}
              </td>
              <td data-label="기기" className={`px-3 ${CARD_CELL}`}>
                {deviceName ?? `기기 ${deviceId}`}
              </td>
              <td data-label="나간 IP" className={`whitespace-nowrap px-3 ${CARD_CELL}`}>
                <span translate="no" className="address">
                  {exitAddress}
                </span>
              </td>
              <td data-label="접속한 쪽" className={`whitespace-nowrap px-3 ${CARD_CELL}`}>
                <span translate="no" className="address">
                  {client ?? '–'}
                </span>
              </td>
              <td data-label="보냄" className={`figures whitespace-nowrap px-3 text-right ${CARD_CELL}`}>
                {dataSize(rxBytes)}
              </td>
              <td data-label="받음" className={`figures whitespace-nowrap px-3 text-right ${CARD_CELL}`}>
                {dataSize(txBytes)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
