import { useQuery } from '@tanstack/react-query'
import type { Plan } from '../api/types'
import { ButtonLink } from '../ui/button'
import { IpPlate } from '../ui/ip-plate'
import { Price } from '../ui/price'
import { myIpQuery } from './queries'

/** From the block set aside for documentation (RFC 5737), so that it is nobody's. */
const EXAMPLE_ADDRESS = '203.0.113.24'

/** What this is, for whom, at what price, and one thing to do. */
export function Hero({ plan, isFixedSold }: { plan: Plan | undefined; isFixedSold: boolean }) {
  const oneMonth = plan?.prices.find(({ months }) => months === 1)
  return (
    <section className="page grid items-center gap-12 py-12 lg:grid-cols-[1fr_520px] lg:gap-18 lg:py-26">
      <div>
        <h1 className="text-title-l lg:text-display">
          내 기기를 통신사
          <br />
          {isFixedSold && '고정 '}IP에 잇습니다
        </h1>
        <p className="mt-6 max-w-[30em] text-ink-2 text-lead">
          어디에서 접속하든 {isFixedSold && '늘 같은 '}통신사 IP로 나갑니다. 접속 허용 목록에 주소를 등록해야
          하는 회사, 밖에서 매장과 서버를 관리하는 분, 해외에서 국내 회선이 필요한 분이 씁니다.
        </p>
        {oneMonth && (
          <p className="mt-8 flex flex-wrap items-baseline gap-x-3">
            <span className="text-small text-ink-2">1개월</span>
            <Price amount={oneMonth.amount} size="huge" />
            <span className="text-small text-ink-2">부가세 포함</span>
          </p>
        )}
        {isFixedSold && (
          <div className="mt-6">
            <ButtonLink to="/static-ip" className="max-sm:w-full">
              고정 IP VPN 보기
            </ButtonLink>
          </div>
        )}
      </div>
      <Joining carrier={plan ? `${plan.carrier} · ${plan.region}` : '통신사 IP'} />
    </section>
  )
}

/** The visitor's own address, the line through our gateway, and what the other side sees afterwards. */
function Joining({ carrier }: { carrier: string }) {
  const { data: address, isError } = useQuery({ ...myIpQuery, retry: false })
  return (
    <div>
      <IpPlate
        label="지금 접속 중인 IP"
        note="이 브라우저"
        address={isError ? '-' : (address ?? null)}
        className="mr-[14%]"
        large
      />
      <div className="relative">
        <svg viewBox="0 0 520 150" className="block w-full" fill="none" aria-hidden="true">
          <path
            d="M64 0C64 62 150 75 234 75"
            stroke="var(--color-ink-3)"
            strokeWidth="2"
            strokeDasharray="5 7"
            strokeLinecap="round"
          />
          <path d="M286 75C370 75 456 88 456 150" stroke="var(--color-accent)" strokeWidth="2" />
          <path
            d="M286 75C370 75 456 88 456 150"
            pathLength="100"
            stroke="var(--color-accent)"
            strokeWidth="8"
            strokeDasharray="0.01 100"
            strokeLinecap="round"
            className="animate-travel"
          />
          <circle cx="260" cy="75" r="25" stroke="var(--color-accent)" strokeWidth="2" />
          <circle cx="260" cy="75" r="9" fill="var(--color-accent)" />
        </svg>
        <p className="absolute inset-x-0 top-[5%] text-center text-caption text-ink-2 sm:text-small">
          이음 게이트웨이
        </p>
      </div>
      <IpPlate
        label="이음으로 연결한 뒤의 IP"
        note={`${carrier} (예시)`}
        address={EXAMPLE_ADDRESS}
        tone="accent"
        className="ml-[14%]"
        large
      />
    </div>
  )
}
