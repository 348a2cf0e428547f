import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ScreenHead } from '../frame/screen-head'
import { PlanDetails } from './plan-details'
import { planQuery } from './queries'

/** One plan on a page of its own. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(planQuery(id))
  return (
    <>
      <ScreenHead title={query.data?.name ?? '상품'} />
      <div className="max-w-[720px]">
        <PlanDetails id={id} />
      </div>
    </>
  )
}
