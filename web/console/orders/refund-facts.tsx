import { MODES } from '../../generated/words/refunds'
import { FactList } from '../frame/fact-list'
import { Money } from '../frame/money'
import { State } from '../frame/state'
import { When } from '../frame/when'
import type { Refund } from './queries'
import { REFUND_STATES } from './words'

const account = ({ state, hasAccount }: Refund) =>
  hasAccount
    ? '회원이 입력함 (암호화하여 보관)'
    : state === 'awaiting_account'
      ? '회원의 입력을 기다림'
      : null

/** What goes back, step by step as the member saw it, and how far it has come. */
export function RefundFacts({ refund }: { refund: Refund }) {
  const { state, refusalCode, refusalMessage } = refund
  return (
    <FactList
      facts={[
        {
          label: '상태',
          value: <State tone={REFUND_STATES[state].tone}>{REFUND_STATES[state].word}</State>,
        },
        { label: '기준', value: MODES[refund.mode] },
        ...refund.lines.map(({ label, amount }) => ({ label, value: <Money won={amount} /> })),
        {
          label: '돌려주는 금액',
          value: (
            <b>
              <Money won={refund.amount} />
            </b>
          ),
        },
        refund.pointsClawedBack > 0 && {
          label: '회수한 적립 포인트',
          value: <span className="figures">{refund.pointsClawedBack.toLocaleString()}P</span>,
        },
        { label: '환불 계좌', value: account(refund) },
        { label: '신청', value: refund.requestedBy ?? '회원' },
        { label: '사유', value: refund.reason || null },
        { label: '신청한 때', value: <When at={refund.requestedAt} /> },
        refund.triedAt !== null &&
          state !== 'done' && {
            label: '마지막 시도',
            value: (
              <>
                <When at={refund.triedAt} /> ({refund.tries}번째)
              </>
            ),
          },
        refusalCode !== null && {
          label: '결제대행사 응답',
          value: (
            <>
              <code translate="no" className="address">
                {refusalCode}
              </code>
              {refusalMessage && <span className="block">{refusalMessage}</span>}
            </>
          ),
        },
        refund.completedAt !== null && { label: '완료', value: <When at={refund.completedAt} /> },
        { label: '직접 처리', value: refund.settledBy },
      ]}
    />
  )
}
