import type { UsageChart } from '../../api/types'
import { buttonLook } from '../../ui/button'
import { dataSize } from '../../ui/data-size'
import { EmptyState } from '../../ui/empty-state'
import { Fold } from '../../ui/fold'
import { Link } from '../../ui/link'
import { recordPath, usageFile } from '../pages-lead-to'
import { Chart } from './chart'
import { after, before, nameOfBucket, nameOfPeriod, otherStep, periodOf } from './periods'

interface UsageProps {
  service: string
  usage: UsageChart
}

/** What a service has received and sent in a day or a month, drawn and as a table. */
export function Usage({ service, usage }: UsageProps) {
  const isUsed = usage.rxBytes + usage.txBytes > 0
  return (
    <section aria-label="주고받은 데이터" className="grid gap-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="figures">
          <h2 className="font-bold text-title-s">{nameOfPeriod(usage)}</h2>
          <p className="text-ink-2 text-small">
            받음 {dataSize(usage.txBytes)} · 보냄 {dataSize(usage.rxBytes)}
          </p>
        </div>
        <Steps service={service} usage={usage} />
      </div>
      {isUsed ? (
        <>
          <Chart key={periodOf(usage)} usage={usage} />
          <Fold title="표로 보기">
            <Table usage={usage} />
          </Fold>
          <p>
            <a
              href={usageFile(service, periodOf(usage))}
              download
              className={buttonLook({ kind: 'quiet', size: 'small' })}
            >
              기기별 데이터 내려받기 (CSV)
            </a>
          </p>
        </>
      ) : (
        <EmptyState>{usage.by === 'hour' ? '이 날' : '이 달'}에 주고받은 데이터가 없습니다.</EmptyState>
      )}
    </section>
  )
}

function Steps({ service, usage }: UsageProps) {
  const [earlier, later] = [before(usage), after(usage)]
  const unit = usage.by === 'hour' ? '날' : '달'
  return (
    <nav aria-label="기간" className="flex flex-wrap gap-2">
      {earlier && <Step to={recordPath(service, earlier)}>이전 {unit}</Step>}
      {later && <Step to={recordPath(service, later)}>다음 {unit}</Step>}
      <Step to={recordPath(service, otherStep(usage))}>
        {usage.by === 'hour' ? '날짜별로 보기' : '시간별로 보기'}
      </Step>
    </nav>
  )
}

function Step({ to, children }: { to: string; children: React.ReactNode }) {
  return (
    <Link to={to} className={buttonLook({ kind: 'quiet', size: 'small' })}>
      {children}
    </Link>
  )
}

function Table({ usage }: { usage: UsageChart }) {
  return (
    <table className="figures w-full text-small">
      <caption className="sr-only">{nameOfPeriod(usage)}에 주고받은 데이터</caption>
      <thead className="text-caption text-ink-2">
        <tr className="border-line border-b">
          <th scope="col" className="py-2 text-left font-medium">
            {usage.by === 'hour' ? '시각' : '날짜'}
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            받음
          </th>
          <th scope="col" className="py-2 text-right font-medium">
            보냄
          </th>
        </tr>
      </thead>
      <tbody className="divide-y divide-line">
        {usage.buckets.map(({ at, rxBytes, txBytes }) => (
          <tr key={at}>
            <th scope="row" className="py-2 text-left font-normal">
              {nameOfBucket(usage, at)}
            </th>
            <td className="py-2 text-right">{dataSize(txBytes)}</td>
            <td className="py-2 text-right">{dataSize(rxBytes)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
