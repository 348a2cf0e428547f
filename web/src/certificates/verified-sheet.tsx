import type { Verified } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Callout } from '../ui/callout'
import { FactRows } from '../ui/fact-rows'
import { IpPlate } from '../ui/ip-plate'
import { Tag } from '../ui/tag'
import { CertificateNumber } from './certificate-number'
import { termRows } from './facts'
import { NAME_AS_REGISTERED, stateOf } from './words'

/** The signed facts in the order of the print, to compare line by line. */
export function VerifiedSheet({ verified }: { verified: Verified }) {
  const { number, state, version, issuedAt, holder, address, carrier, region, from } = verified
  const { word, tone } = stateOf(state)
  if (!address || !holder || !from || !issuedAt || state === 'holder_left')
    return (
      <Callout tone="info">
        명의자가 이음을 탈퇴하여 확인서의 내용을 파기했습니다. 이 번호로 확인서를 발급한 적이 있다는 것만 알려
        드릴 수 있습니다.
      </Callout>
    )
  return (
    <section aria-label="조회한 확인서" className="grid gap-5 rounded-card border border-line p-5 sm:p-6">
      <p className="flex flex-wrap items-center justify-between gap-2">
        <span className="font-semibold">서명된 내용</span>
        <Tag tone={tone}>{word}</Tag>
      </p>
      {state === 'revoked' && (
        <Callout tone="danger">
          취소된 확인서입니다. 명의자는 이 IP 주소를 사용하지 않았고, 결제한 금액을 모두 환불받았습니다.
        </Callout>
      )}
      {state === 'ended' && (
        <Callout tone="warn">이용이 끝난 IP입니다. 지금은 다른 사람에게 배정되었을 수 있습니다.</Callout>
      )}
      {state === 'suspended' && <Callout tone="warn">이용이 정지되어 지금은 쓸 수 없는 IP입니다.</Callout>}
      <IpPlate address={address} label="IP 주소" note={`${carrier} · ${region}`} large />
      <FactRows
        rows={[
          ...termRows({
            holder,
            from,
            until: verified.until ?? null,
            state,
            paidUntil: verified.paidUntil ?? null,
          }),
          {
            name: '발급 일시',
            value: `${dayAndTime(issuedAt)}${(version ?? 1) > 1 ? ` (${version}판)` : ''}`,
          },
          { name: '확인서 번호', value: <CertificateNumber number={number} /> },
        ]}
      />
      <p className="text-caption text-ink-2">
        종이와 다른 곳이 있으면 이 화면이 맞습니다. {NAME_AS_REGISTERED} 시각은 한국 시간입니다.
      </p>
    </section>
  )
}
