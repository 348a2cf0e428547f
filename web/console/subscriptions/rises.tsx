import { Money } from '../frame/money'
import { When } from '../frame/when'
import type { Subscription } from './queries'

const answered = (agreed: boolean | null) =>
  agreed === null
    ? '아직 답이 없습니다. 답이 없으면 결제하지 않습니다.'
    : agreed
      ? '동의했습니다.'
      : '동의하지 않았습니다.'

/** Higher prices that the member was asked about. */
export function Rises({ rises }: { rises: Subscription['rises'] }) {
  if (rises.length === 0) return <p className="text-ink-2 text-small">인상을 안내한 적이 없습니다.</p>
  return (
    <ul className="grid gap-3 text-small">
      {rises.map(({ period, oldAmount, newAmount, chargeAt, askedAt, agreed }) => (
        <li key={period}>
          <span className="flex flex-wrap gap-x-2">
            {period}회차: <Money won={oldAmount} /> → <Money won={newAmount} />
          </span>
          <p className="text-caption text-ink-2">
            안내 <When at={askedAt} />, 결제 <When at={chargeAt} />. {answered(agreed)}
          </p>
        </li>
      ))}
    </ul>
  )
}
