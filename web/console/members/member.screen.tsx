import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { ObjectRecord } from '../record/object-record'
import { HoldingsList } from './holdings-list'
import { MemberActions } from './member-actions'
import { MemberFacts } from './member-facts'
import { MemberServices } from './member-services'
import { Moments } from './moments'
import { OwnData } from './own-data'
import { type Detail, memberQuery, type Unmasked } from './queries'
import { Unmask } from './unmask'
import { nameOf } from './words'

/** One member: who it is, what they have and owe, what can be done now, and everything that happened. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(memberQuery(id))
  return (
    <>
      <ScreenHead title={query.data ? `회원 ${nameOf(query.data.member)}` : `회원 ${id}`} />
      <Ready query={query} shape="h-120">
        {(detail) => <Parts key={detail.member.id} detail={detail} />}
      </Ready>
    </>
  )
}

function Parts({ detail }: { detail: Detail }) {
  const { member, holdings, rights, kinds } = detail
  const may = useMay()
  // For this one view: whoever comes back to the page says again why they look.
  const [unmasked, setUnmasked] = useState<Unmasked | null>(null)
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-10 gap-y-8 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] lg:grid-rows-[auto_1fr]">
      <div className="grid content-start gap-3">
        <MemberFacts member={member} unmasked={unmasked} />
        {may('members.unmask') && (
          <Unmask id={member.id} whyNot={rights.unmask} unmasked={unmasked} onChange={setUnmasked} />
        )}
        <OwnData member={member} />
      </div>
      <div className="grid content-start gap-8 lg:col-start-2 lg:row-span-2 lg:row-start-1">
        <Part title="지금 할 수 있는 일">
          <MemberActions member={member} rights={rights} />
        </Part>
        {member.state !== 'sub_id' && (
          <Part title="가진 것과 낸 돈">
            <HoldingsList id={member.id} holdings={holdings} />
          </Part>
        )}
        {member.state !== 'sub_id' && may('services.view') && (
          <Part title="서비스">
            <MemberServices id={member.id} />
          </Part>
        )}
      </div>
      <div className="grid content-start gap-8">
        <Part title="흐름">
          <Moments id={member.id} kinds={kinds} />
        </Part>
        <ObjectRecord kind="member" id={member.id} />
      </div>
    </div>
  )
}
