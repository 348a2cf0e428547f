import { useQuery } from '@tanstack/react-query'
import type { Plan, Texts } from '../api/types'
import { myIpQuery, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { IpPlate } from '../ui/ip-plate'
import { Price } from '../ui/price'
import { OfferFacts } from './offer-facts'

/** From the block reserved for documentation (RFC 5737), so that it is nobody's. */
const EXAMPLE_ADDRESS = '203.0.113.24'

interface HeroProps {
  texts: Texts
  /** Shown if the operator wrote no headline. */
  title: string
  /** The fixed addresses on sale; the first one's price is shown. */
  plans: Plan[]
  isFixedSold: boolean
}

/** The top of the home page: what is sold, at what price, and one button. */
export function Hero({ texts, title, plans, isFixedSold }: HeroProps) {
  const config = useConfig()
  const [plan] = plans
  const oneMonth = plan?.prices.find(({ months }) => months === 1)
  const textOf = (name: 'headline' | 'lead') =>
    (isFixedSold ? undefined : texts[`${name}WithoutStatic`]) ?? texts[name]
  return (
    <section className="page grid items-center gap-12 py-12 lg:grid-cols-[1fr_520px] lg:gap-18 lg:py-26">
      <div>
        <h1 className="whitespace-pre-line text-title-l lg:text-display">{textOf('headline') ?? title}</h1>
        <p className="mt-6 max-w-[30em] text-ink-2 text-lead">{textOf('lead')}</p>
        {oneMonth && (
          <p className="mt-8 flex flex-wrap items-baseline gap-x-3">
            <span className="text-small text-ink-2">1개월</span>
            <Price amount={oneMonth.amount} size="huge" />
            <span className="text-small text-ink-2">부가세 포함</span>
          </p>
        )}
        {isFixedSold && texts.button && (
          <div className="mt-6">
            <ButtonLink to="/static-ip" className="max-sm:w-full">
              {texts.button}
            </ButtonLink>
          </div>
        )}
        {plan && <OfferFacts plans={plans} config={config} noSetupFee={texts.noSetupFee} />}
      </div>
      {texts.addressNow && texts.addressThen && <Joining texts={texts} plan={plan} />}
    </section>
  )
}

/** A picture of the product: the visitor's own address, a line through our gateway, and the address others then see. */
function Joining({ texts, plan }: { texts: Texts; plan: Plan | undefined }) {
  const { data: address, isError } = useQuery({ ...myIpQuery, retry: false })
  const from = plan ? `${plan.carrier} · ${plan.region}` : '통신사 IP'
  return (
    <div>
      <IpPlate
        label={texts.addressNow}
        note={texts.addressNowNote}
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
          {texts.gateway}
        </p>
      </div>
      <IpPlate
        label={texts.addressThen}
        note={texts.addressThenNote ? `${from} (${texts.addressThenNote})` : from}
        address={EXAMPLE_ADDRESS}
        tone="accent"
        className="ml-[14%]"
        large
      />
    </div>
  )
}
