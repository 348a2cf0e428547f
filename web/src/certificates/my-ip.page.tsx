import { useQuery } from '@tanstack/react-query'
import { useMember } from '../members'
import { connectionQuery } from '../services'
import { MYPAGE } from '../site'
import { ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { CopyButton } from '../ui/copy-button'
import { IpPlate } from '../ui/ip-plate'
import { NowProof } from './now-proof'
import { myAddressQuery } from './queries'

/** Where this browser comes from, whose address that is, and a proof of it. */
export default function MyIpPage() {
  const member = useMember()
  const { data: seen, error } = useQuery(myAddressQuery)
  const { data: connection } = useQuery({
    ...connectionQuery,
    enabled: member !== null && seen?.isOurs === true,
  })
  const isMine = connection?.connected === true
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto grid max-w-form gap-8">
        <div>
          <h1 className="text-title-m lg:text-title-l">내 IP 확인</h1>
          <p className="mt-3 text-ink-2">
            이 브라우저가 지금 어떤 IP 주소로 인터넷에 나오는지 이음의 서버에서 본 그대로 보여 드립니다.
          </p>
        </div>
        <div data-testid="ip-plate">
          <IpPlate
            address={error ? '-' : (seen?.address ?? null)}
            label="지금 접속 중인 IP"
            note={seen && (seen.isIpv6 ? 'IPv6' : 'IPv4')}
            tone={isMine ? 'accent' : 'plain'}
            action={seen && <CopyButton text={seen.address} what="IP 주소" />}
            large
          />
        </div>
        <div aria-live="polite" className="grid gap-3 empty:hidden">
          {error && <Callout tone="danger">{error.message}</Callout>}
          {seen && (
            <Whose isOurs={seen.isOurs} isIpv6={seen.isIpv6} isMine={isMine} isMember={member !== null} />
          )}
        </div>
        {seen && <NowProof />}
      </div>
    </div>
  )
}

interface WhoseProps {
  isOurs: boolean
  isIpv6: boolean
  isMine: boolean
  isMember: boolean
}

/** Whether the address is the shop's, and the member's, in a sentence that says what to do. */
function Whose({ isOurs, isIpv6, isMine, isMember }: WhoseProps) {
  if (isMine) return <Callout tone="ok">회원님께 배정된 이음의 IP로 접속하고 계십니다.</Callout>
  if (isOurs)
    return (
      <Callout tone="info">
        이음의 IP로 접속하고 계십니다.{' '}
        {isMember
          ? '다만 회원님의 상품에 배정된 IP는 아닙니다.'
          : '로그인하시면 내 상품의 IP인지 알려 드립니다.'}
      </Callout>
    )
  return (
    <div className="grid gap-3">
      <Callout tone="info">
        {isIpv6
          ? 'IPv6 주소로 접속하고 계십니다. 이음의 IP는 IPv4이므로, VPN을 켜셨는데도 이 화면이 보이면 기기의 트래픽이 VPN을 거치지 않고 있습니다.'
          : '이음의 IP가 아닙니다. VPN을 켜셨다면 연결 상태를 확인해 주세요.'}
      </Callout>
      {isMember && (
        <ButtonLink to={MYPAGE} kind="quiet" size="small" className="justify-self-start">
          이용현황 보기
        </ButtonLink>
      )}
    </div>
  )
}
