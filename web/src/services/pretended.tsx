import { Callout } from '../ui/callout'

/** A demo has a gateway without traffic: what is shown of connections there is made up, and says so. */
export function Pretended({ service }: { service: { pretendedUse: boolean } }) {
  if (!service.pretendedUse) return null
  return (
    <Callout tone="info">
      데모입니다. 실제 트래픽은 흐르지 않으며, 접속과 데이터의 양은 꾸민 것입니다.
    </Callout>
  )
}
