import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { ScreenHead } from '../frame/screen-head'
import { ObjectRecord } from '../record/object-record'
import { PlanDetails } from './plan-details'
import { planQuery } from './queries'

/** One plan on a page of its own. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(planQuery(id))
  return (
    <>
      <ScreenHead title={query.data?.name ?? '상품'} />
      <div className="grid max-w-[720px] gap-6">
        <PlanDetails id={id} />
        <ObjectRecord kind="plan" id={id} />
      </div>
    </>
  )
}
