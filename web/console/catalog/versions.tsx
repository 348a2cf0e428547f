import { dayAndTime } from '../../src/korean/dates'
import { Button } from '../frame/button'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import type { PlanPage } from './queries'

type Version = NonNullable<PlanPage['versions']>[number]

const STATES = { coming: '예정', present: '지금', past: '지난 가격' } as const

const termOf = ({ months, minQuantity }: Version) =>
  months === null ? `${minQuantity}개 이상` : `${months}개월`

interface VersionsProps {
  versions: Version[]
  /** Withdraws all that begin at this moment; absent for whoever may not. */
  onWithdraw?: ((since: string) => void) | undefined
}

/** Every price and discount with the moment from which it counts, the newest first. */
export function Versions({ versions, onWithdraw }: VersionsProps) {
  if (versions.length === 0)
    return <p className="text-ink-2 text-small">아직 가격이 없습니다. 가격을 정해야 판매할 수 있습니다.</p>
  return (
    <div className="overflow-x-auto">
      <table className="w-full border-collapse text-small">
        <caption className="sr-only">가격과 할인의 모든 판</caption>
        <thead>
          <tr className="text-left text-caption text-ink-2">
            {['기간·수량', '가격', '시작', '상태'].map((label) => (
              <th key={label} scope="col" className="py-1.5 pr-4 font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {versions.map((version, at) => (
            <tr
              key={`${version.months} ${version.minQuantity} ${version.effectiveFrom}`}
              className="border-line border-t"
            >
              <th scope="row" className="py-1.5 pr-4 text-left font-normal">
                {termOf(version)}
              </th>
              <td className="figures pr-4">
                {version.months === null ? `${version.figure}% 할인` : <Money won={version.figure} />}
              </td>
              <td className="figures whitespace-nowrap pr-4">{dayAndTime(version.effectiveFrom)}</td>
              <td className="whitespace-nowrap">
                <State
                  tone={version.state === 'present' ? 'ok' : version.state === 'coming' ? 'warn' : 'plain'}
                >
                  {STATES[version.state]}
                </State>
                {onWithdraw &&
                  version.state === 'coming' &&
                  versions[at - 1]?.effectiveFrom !== version.effectiveFrom && (
                    <Button
                      kind="text"
                      aria-label={`${dayAndTime(version.effectiveFrom)}에 시작할 가격 취소`}
                      onClick={() => onWithdraw(version.effectiveFrom)}
                    >
                      취소
                    </Button>
                  )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
