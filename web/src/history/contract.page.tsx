import { Printer } from 'lucide-react'
import { usePageData } from '../pages/use-page-data'
import { Button, ButtonLink } from '../ui/button'
import { useQueryString } from '../ui/query'
import { ContractDocument } from './contract-document'
import { NoOrder } from './no-order'
import { contract as contractPage } from './pages'
import { orderPath } from './paths'

export default function ContractPage() {
  const orderId = useQueryString().get('orderId')
  return orderId ? <Sheet orderId={orderId} /> : <NoOrder />
}

/** The contract, which buyers may view, keep and print by law (전자상거래법 시행령 제6조). */
function Sheet({ orderId }: { orderId: string }) {
  const [{ contract }] = usePageData(contractPage)
  if (!contract) return null
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-180">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <ButtonLink to={orderPath(orderId)} kind="text" className="-ml-2">
            주문 상세로 돌아가기
          </ButtonLink>
          <Button kind="quiet" size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" strokeWidth={1.75} />
            인쇄·저장
          </Button>
        </div>
        <ContractDocument contract={contract} />
      </div>
    </div>
  )
}
