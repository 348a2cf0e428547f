import { useQuery } from '@tanstack/react-query'
import { plainDay } from '../../src/korean/dates'
import { Money } from '../frame/money'
import { Part, Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { ScreenHead } from '../frame/screen-head'
import { State } from '../frame/state'
import type { BookCheck } from './queries'

const won = (check: BookCheck, name: string) => Number((check.totals as Record<string, unknown>)[name] ?? 0)

/** The nightly checks of two months: each day's sums on both sides, and our books against themselves. */
export function Component() {
  return (
    <>
      <ScreenHead title="매일 점검" />
      <Ready query={useQuery(consoleQuery('/api/v1/console/book-checks'))} shape="h-120">
        {({ items }) => (
          <div className="grid gap-8">
            <Part title="결제대행사와 대조" lead="하루 동안 승인된 금액의 합계입니다.">
              <Checks checks={items.filter(({ kind }) => kind === 'provider')}>
                {[
                  ['우리 장부', (check) => won(check, 'approved_here')],
                  ['결제대행사', (check) => won(check, 'approved_there')],
                  ['돌려준 금액', (check) => won(check, 'returned_there')],
                ]}
              </Checks>
            </Part>
            <Part title="장부끼리 대조" lead="모든 주문, 결제, 환불의 합계입니다.">
              <Checks checks={items.filter(({ kind }) => kind === 'ledger')}>
                {[
                  ['결제된 주문', (check) => won(check, 'paid_amount')],
                  ['승인된 결제', (check) => won(check, 'payments_approved')],
                  ['끝난 환불', (check) => won(check, 'refunds_done')],
                ]}
              </Checks>
            </Part>
          </div>
        )}
      </Ready>
    </>
  )
}

interface ChecksProps {
  checks: BookCheck[]
  children: [string, (check: BookCheck) => number][]
}

function Checks({ checks, children }: ChecksProps) {
  if (checks.length === 0)
    return <p className="text-ink-2 text-small">아직 점검하지 않았습니다. 매일 새벽 4시 30분에 점검합니다.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <thead>
          <tr className="border-line border-b text-caption text-ink-2">
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              날짜
            </th>
            <th scope="col" className="py-1.5 pr-3 text-left font-medium">
              결과
            </th>
            {children.map(([label]) => (
              <th key={label} scope="col" className="py-1.5 pl-3 text-right font-medium">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {checks.map((check) => (
            <tr key={check.id} className="border-line border-b last:border-0">
              <th scope="row" className="whitespace-nowrap py-2 pr-3 text-left font-normal">
                {plainDay(check.day)}
              </th>
              <td className="py-2 pr-3">
                <State tone={check.differences.length ? 'danger' : 'ok'}>
                  {check.differences.length ? `다름 ${check.differences.length}건` : '같음'}
                </State>
              </td>
              {children.map(([label, amountOf]) => (
                <td key={label} className="py-2 pl-3 text-right">
                  <Money won={amountOf(check)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
