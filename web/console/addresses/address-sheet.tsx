import { useQuery } from '@tanstack/react-query'
import { FLAGS } from '../../generated/words/stock'
import { Link } from '../../src/ui/link'
import { FactList } from '../frame/fact-list'
import { Ready } from '../frame/part'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { AddressButtons } from './address-buttons'
import { Leases, Proofs } from './history'
import { Holder } from './holder'
import { addressQuery, type AddressSheet as Sheet, STATES } from './queries'

/** What is known of one address: who has it and had it, what proves it, and what can be done with it. */
export function AddressSheet({ id }: { id: string }) {
  const query = useQuery(addressQuery(id))
  return (
    <Ready query={query} shape="h-80">
      {(sheet) => <Shown sheet={sheet} />}
    </Ready>
  )
}

function Shown({ sheet }: { sheet: Sheet }) {
  const may = useMay()
  const { address, facts } = sheet
  const { state, since, availableAt, flags, gateway, pool, serviceId, holder } = address
  return (
    <div className="grid gap-5">
      <AddressButtons address={address} />
      <FactList
        facts={[
          {
            label: '상태',
            value: (
              <>
                <State tone={STATES[state].tone}>{STATES[state].word}</State> · <When at={since} />
              </>
            ),
          },
          state === 'resting' && { label: '휴지 끝', value: <When at={availableAt} /> },
          flags.length > 0 && { label: '문제', value: flags.map((flag) => FLAGS[flag]).join(', ') },
          serviceId !== null && {
            label: '서비스',
            value: (
              <Link to={`/console/services/${serviceId}`} className="underline underline-offset-4">
                {serviceId}
              </Link>
            ),
          },
          holder !== null && { label: '회원', value: <Holder holder={holder} /> },
          {
            label: '게이트웨이',
            value: (
              <Link to={`/console/gateways/${gateway.id}`} className="underline underline-offset-4">
                {gateway.name}
              </Link>
            ),
          },
          { label: '풀', value: `${pool.code} (${pool.carrier} ${pool.region})` },
          { label: '등록', value: <When at={facts.addedAt} /> },
          { label: '확인', value: <When at={facts.provenAt} empty="아직 확인되지 않음" /> },
          {
            label: '마지막 확인',
            value: (
              <>
                <When at={facts.triedAt} />
                {facts.failures > 0 && ` · ${facts.failures}번 실패`}
              </>
            ),
          },
          { label: '평판 조회', value: <When at={facts.lookedUpAt} /> },
        ]}
      />
      <p>
        <Link to={`/console/networks?network=${address.address}`} className="underline underline-offset-4">
          이 네트워크의 지도
        </Link>
        {' · '}
        <Link
          to={`/console/record?object=address&objectId=${address.id}`}
          className="underline underline-offset-4"
        >
          직원이 한 일
        </Link>
        {may('addresses.who') && (
          <>
            {' · '}
            <Link to={`/console/lookups?address=${address.address}`} className="underline underline-offset-4">
              어느 때에 쓴 사람 조회
            </Link>
          </>
        )}
      </p>
      <section aria-label="사용 내역" className="grid gap-2">
        <h3 className="text-lead">사용 내역</h3>
        <Leases leases={sheet.leases} />
      </section>
      <section aria-label="확인과 평판" className="grid gap-2">
        <h3 className="text-lead">확인과 평판</h3>
        <Proofs proofs={sheet.proofs} />
      </section>
    </div>
  )
}
