import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import { Dialog } from '../frame/dialog'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { Money } from '../frame/money'
import { useMay } from '../frame/session'
import { When } from '../frame/when'
import { InvoiceSheet } from './invoice-sheet'
import { InvoiceState } from './invoice-state'
import { MonthForm } from './month-form'
import { monthFilter, monthToIssue } from './months'
import { INVOICES, type Invoice } from './queries'

const COLUMNS: Column<Invoice>[] = [
  { key: 'company', label: '상호', cell: ({ company }) => company },
  {
    key: 'number',
    label: '사업자등록번호',
    cell: ({ businessNumber }) => <span className="figures">{businessNumber}</span>,
  },
  { key: 'state', label: '상태', cell: ({ state }) => <InvoiceState state={state} /> },
  { key: 'supply', label: '공급가액', cell: ({ supply }) => <Money won={supply} />, isFigure: true },
  { key: 'vat', label: '세액', cell: ({ vat }) => <Money won={vat} />, isFigure: true },
  { key: 'requestedAt', label: '신청', cell: ({ requestedAt }) => <When at={requestedAt} /> },
  { key: 'exportedAt', label: '파일로 받음', cell: ({ exportedAt }) => <When at={exportedAt} /> },
  { key: 'issuedNumber', label: '승인번호', cell: ({ issuedNumber }) => issuedNumber, isExtra: true },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '상태',
    options: [
      { value: 'open', label: '처리 전' },
      { value: 'issued', label: '발행' },
      { value: 'refused', label: '거절' },
    ],
  },
  monthFilter('신청한 달'),
]

const VIEWS = [{ name: '처리 전', query: 'state=open' }]

/** Requests of tax invoices, and the file from which a month of them is issued. */
export function Component() {
  const may = useMay()
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <ListScreen<Invoice>
        title="세금계산서"
        label="세금계산서 신청"
        path={INVOICES}
        columns={COLUMNS}
        filters={FILTERS}
        views={VIEWS}
        search="주문번호, 사업자등록번호, 상호 전체"
        idOf={({ orderId }) => orderId}
        empty={
          <p>아직 신청이 없습니다. 계좌로 결제한 사업자 회원이 결제내역에서 신청하면 여기에 나타납니다.</p>
        }
        actions={
          may('invoices.issue') && (
            <Button kind="quiet" onClick={() => setMaking(true)}>
              발행용 파일
            </Button>
          )
        }
        sheetTitle={(id, invoice) => invoice?.company ?? `세금계산서 ${id}`}
        sheet={(id) => <InvoiceSheet id={id} />}
        isKeptHere
      />
      {isMaking && (
        <Dialog title="발행용 파일 받기" onClose={() => setMaking(false)} wide>
          <MonthForm
            first={monthToIssue()}
            path="/api/v1/console/invoice-files"
            fallback="invoices.csv"
            onDone={() => {
              setMaking(false)
              client.invalidateQueries({ queryKey: [INVOICES] })
            }}
          >
            <p className="text-caption text-ink-2">
              아직 발행하거나 거절하지 않은 그 달의 신청이 홈택스 일괄발급 양식의 순서로 들어갑니다. 대표자와
              메일 주소도 들어 있으며, 받은 때가 신청마다 표시됩니다.
            </p>
          </MonthForm>
        </Dialog>
      )}
    </>
  )
}
