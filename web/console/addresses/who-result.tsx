import { dayAndTime } from '../../src/korean/dates'
import { Link } from '../../src/ui/link'
import { Rows } from '../frame/rows'
import { Holder } from './holder'
import type { WhoAnswer } from './queries'

const span = (from: string, to: string | null) => `${dayAndTime(from)} ~ ${to ? dayAndTime(to) : '지금'}`

const Service = ({ id }: { id: number }) => (
  <Link to={`/console/services/${id}`} className="underline underline-offset-4">
    서비스 {id}
  </Link>
)

/** Who had the address by contract, and whose devices used it. */
export function WhoResult({ answer }: { answer: WhoAnswer }) {
  return (
    <div className="grid gap-4">
      <p className="figures">
        <b translate="no" className="address">
          {answer.address}
        </b>{' '}
        · {span(answer.since, answer.until)} (서울) · 조회 번호 {answer.lookupId}
      </p>
      <section aria-label="계약" className="grid gap-2">
        <h3 className="text-lead">계약으로 가진 사람</h3>
        <Rows
          items={answer.leases}
          idOf={({ serviceId, activeAt }) => `${serviceId}-${activeAt}`}
          title={({ holder }) => <Holder holder={holder} />}
          detail={({ serviceId, activeAt, leftAt, endedAt }) => (
            <span className="figures">
              <Service id={serviceId} /> · {span(activeAt, leftAt ?? endedAt)}
            </span>
          )}
          empty="아무도 없습니다."
        />
      </section>
      <section aria-label="접속" className="grid gap-2">
        <h3 className="text-lead">게이트웨이가 본 접속</h3>
        <Rows
          items={answer.sessions}
          idOf={({ deviceId, beganAt }) => `${deviceId}-${beganAt}`}
          title={({ holder }) => <Holder holder={holder} />}
          detail={({ serviceId, deviceId, subId, beganAt, endedAt }) => (
            <span className="figures">
              <Service id={serviceId} /> · 기기 {deviceId}
              {subId !== null && ` · 서브 아이디 ${subId}`} · {span(beganAt, endedAt)}
            </span>
          )}
          empty="접속한 기기가 없습니다."
        />
      </section>
    </div>
  )
}
