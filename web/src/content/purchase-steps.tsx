import type { Texts } from '../api/types'

const STEPS = [
  ['choose', '상품 고르기'],
  ['pay', '결제'],
  ['assign', 'IP 배정'],
  ['device', '기기 추가'],
  ['connect', '연결 확인'],
] as const

/** The steps from choosing a plan to the first connection, as stops on a vertical line. */
export function PurchaseSteps({ texts, isFixedSold }: { texts: Texts; isFixedSold: boolean }) {
  return (
    <ol>
      {STEPS.map(([step, name], place) => {
        const isLast = place === STEPS.length - 1
        return (
          <li key={step} className="relative pb-8 pl-12 last:pb-0">
            {!isLast && (
              <span aria-hidden="true" className="absolute top-3 -bottom-3 left-[11px] w-0.5 bg-accent" />
            )}
            <span
              aria-hidden="true"
              className={`absolute top-0.5 left-0 size-6 rounded-full border-2 border-accent ${isLast ? 'bg-accent' : 'bg-paper'}`}
            />
            <p className="flex flex-wrap items-baseline gap-x-3">
              <span className="font-bold text-lead">{name}</span>
              <span className="figures text-ink-2 text-small">{texts[`${step}Time`]}</span>
            </p>
            <p className="mt-1 max-w-text text-ink-2">
              {texts[`${step}Text`]} {step === 'pay' && isFixedSold && texts.payHeldText}
            </p>
          </li>
        )
      })}
    </ol>
  )
}
