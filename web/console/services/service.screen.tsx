import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { ObjectRecord } from '../record/object-record'
import { Devices } from './devices'
import { LeaseHistory, Periods } from './history'
import { type ServiceSheet, serviceQuery } from './queries'
import { ServiceButtons } from './service-buttons'
import { ServiceFacts } from './service-facts'
import { ServiceTimeline } from './service-timeline'
import { Sessions } from './sessions'

/** One service: what it is, what can be done with it, what happened, and its use. */
export function Component() {
  const { id = '' } = useParams()
  const query = useQuery(serviceQuery(id))
  return (
    <Ready query={query} shape="h-96" title="서비스">
      {(sheet) => <Page sheet={sheet} />}
    </Ready>
  )
}

function Page({ sheet }: { sheet: ServiceSheet }) {
  const { service } = sheet
  const id = String(service.id)
  return (
    <div className="grid gap-6">
      <div>
        <ScreenHead title={`서비스 ${id} · ${service.plan.name}`} />
        <ServiceFacts sheet={sheet} />
      </div>
      <Part title="지금 할 수 있는 일">
        <ServiceButtons sheet={sheet} />
      </Part>
      <div className="grid items-start gap-6 lg:grid-cols-2">
        <Part title="흐름">
          <ServiceTimeline id={id} />
        </Part>
        <div className="grid gap-6">
          <Part title="기기" lead={`${sheet.deviceLimit}대까지 쓸 수 있습니다. 키는 보이지 않습니다.`}>
            <Devices sheet={sheet} />
          </Part>
          <Part title="IP 내역">
            <LeaseHistory sheet={sheet} />
          </Part>
          <Part title="결제한 기간">
            <Periods sheet={sheet} />
          </Part>
        </div>
      </div>
      <Part title="접속 내역" lead="게이트웨이가 본 접속입니다. 접속한 쪽의 주소는 앞부분만 보입니다.">
        <Sessions id={id} />
      </Part>
      <ObjectRecord kind="service" id={id} />
    </div>
  )
}
