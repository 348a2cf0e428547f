import { useQuery } from '@tanstack/react-query'
import { ButtonLink } from '../frame/button'
import { Ready } from '../frame/part'
import { HoldingsList } from './holdings-list'
import { MemberFacts } from './member-facts'
import { memberQuery } from './queries'

/** Who a member is and what they have; what can be done and what happened stand on their page. */
export function MemberSheet({ id }: { id: string }) {
  return (
    <Ready query={useQuery(memberQuery(id))} shape="h-80">
      {({ member, holdings }) => (
        <div className="grid gap-5">
          <MemberFacts member={member} />
          <div>
            <ButtonLink to={`/console/members/${id}`}>회원 화면에서 처리하기</ButtonLink>
          </div>
          {member.state !== 'sub_id' && <HoldingsList id={member.id} holdings={holdings} />}
        </div>
      )}
    </Ready>
  )
}
