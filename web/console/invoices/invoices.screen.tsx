import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { Dialog } from '../frame/dialog'
import { useMay } from '../frame/session'
import { InvoiceSheet } from './invoice-sheet'
import { MonthForm } from './month-form'
import { monthToIssue } from './months'
import { INVOICES, type Invoice } from './queries'

const own = {
  number: ({ number }: Invoice) => <span className="figures">{number}</span>,
}

const VIEWS = [{ name: '처리 전', query: 'state=open' }]

/** Requests of tax invoices, and the file from which a month of them is issued. */
export function Component() {
  const may = useMay()
  const client = useQueryClient()
  const [isMaking, setMaking] = useState(false)
  return (
    <>
      <DeclaredList<Invoice>
        list="invoices"
        title="세금계산서"
        own={own}
        views={VIEWS}
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
