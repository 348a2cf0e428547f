import { useQuery } from '@tanstack/react-query'
import { Callout } from '../../src/ui/callout'
import { classes } from '../../src/ui/classes'
import { Link } from '../../src/ui/link'
import { ButtonLink } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { State } from '../frame/state'
import { When } from '../frame/when'
import { ObjectRecord } from '../record/object-record'
import { Evacuation } from './evacuation'
import { GatewayButtons } from './gateway-buttons'
import { GatewayPools } from './gateway-pools'
import { KeyCopies } from './key-copies'
import { type GatewaySheet, gatewayQuery, STATES, toneOf, troubleOf } from './queries'

/** One gateway: what it is, what can be done with it, how far an evacuation is, and what it has. */
export function GatewayView({ id, isPage = false }: { id: string; isPage?: boolean }) {
  const query = useQuery(gatewayQuery(id))
  return (
    <Ready query={query} shape="h-96" {...(isPage && { title: '게이트웨이' })}>
      {(sheet) => <Page sheet={sheet} isPage={isPage} />}
    </Ready>
  )
}

function Page({ sheet, isPage }: { sheet: GatewaySheet; isPage: boolean }) {
  const { gateway, evacuation, pools } = sheet
  const trouble = troubleOf(gateway)
  return (
    <div className="grid gap-8">
      <div>
        {isPage ? (
          <ScreenHead title={`게이트웨이 ${gateway.name}`}>
            <GatewayButtons sheet={sheet} />
          </ScreenHead>
        ) : (
          <div className="mb-4 flex flex-wrap gap-2">
            <GatewayButtons sheet={sheet} />
          </div>
        )}
        {trouble && (
          <div className="mb-4">
            <Callout tone="warn">{trouble}</Callout>
          </div>
        )}
        <Facts sheet={sheet} isPage={isPage} />
      </div>
      {evacuation && <Evacuation gateway={gateway} evacuation={evacuation} />}
      <Part
        title="가진 IP"
        lead="몇 분마다 세어 둔 수입니다."
        actions={<ButtonLink to={`/console/addresses?gateway=${gateway.id}`}>IP 목록</ButtonLink>}
      >
        <GatewayPools pools={pools} />
      </Part>
      <ObjectRecord kind="gateway" id={gateway.id} />
    </div>
  )
}

function Facts({ sheet, isPage }: { sheet: GatewaySheet; isPage: boolean }) {
  const { gateway, host, devices, tunnelNetwork, tunnelPlaces, publicKey } = sheet
  const state = STATES[gateway.state]
  return (
    <div className={classes('grid items-start gap-x-8 gap-y-1.5', isPage && 'lg:grid-cols-2')}>
      <FactList
        facts={[
          { label: '상태', value: <State tone={toneOf(gateway)}>{state.word}</State> },
          { label: '마지막 연락', value: <When at={gateway.lastSeenAt} empty="연락 없음" /> },
          {
            label: '적용한 지시',
            value: (
              <span className="figures">
                {sheet.ackedRevision.toLocaleString('ko-KR')} / {sheet.revision.toLocaleString('ko-KR')}
                {gateway.lag > 0 && ` (${gateway.lag}개 남음)`}
              </span>
            ),
          },
          { label: '버전', value: <span className="figures">{gateway.agent || '–'}</span> },
          { label: '접속 주소', value: <span className="figures">{gateway.endpoint}</span> },
          {
            label: '공개 키',
            value: <span className="figures break-all text-caption">{publicKey ?? '아직 없음'}</span>,
          },
        ]}
      />
      <FactList
        facts={[
          {
            label: '서비스',
            value: (
              <Link
                to={`/console/services?gateway=${gateway.id}`}
                className="figures underline underline-offset-4"
              >
                {gateway.leased.toLocaleString('ko-KR')}건
              </Link>
            ),
          },
          {
            label: '기기',
            value: (
              <span className="figures">
                {devices.toLocaleString('ko-KR')} / {tunnelPlaces.toLocaleString('ko-KR')} ({tunnelNetwork})
              </span>
            ),
          },
          { label: 'MTU', value: <span className="figures">{sheet.mtu.toLocaleString('ko-KR')}바이트</span> },
          host && {
            label: '연결 수',
            value: (
              <span className="figures">
                {host.connections === null || host.mostConnections === null
                  ? '세지 않음'
                  : `${host.connections.toLocaleString('ko-KR')} / ${host.mostConnections.toLocaleString('ko-KR')}`}
              </span>
            ),
          },
          host && {
            label: '시계 차이',
            value: <span className="figures">{((host.clockSkewMs ?? 0) / 1000).toFixed(1)}초</span>,
          },
          { label: '키 사본', value: <KeyCopies sheet={sheet} /> },
          sheet.codeUntil !== null && {
            label: '등록 코드',
            value: (
              <>
                아직 쓰지 않음 · <When at={sheet.codeUntil} />
              </>
            ),
          },
        ]}
      />
    </div>
  )
}
