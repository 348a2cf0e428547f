import type { ReactNode } from 'react'
import { Callout } from './callout'
import { CheckingLink } from './checking-link'
import { useHydrated } from './hydrated'
import { type LinkKind, useLinkToken } from './link-token'

interface LinkPageProps {
  kind: LinkKind
  title: string
  /** Why the page cannot do without script, as a sentence. */
  needsScript?: string
  /** What to do where the link was cut, behind what the page says of it. */
  ifCut: string
  /** What the token opens. */
  children: (token: string) => ReactNode
}

/** A page to which somebody comes by a link with a token. Only the browser knows the link. */
export function LinkPage(props: LinkPageProps) {
  const isHydrated = useHydrated()
  return (
    <div className="page py-12 sm:py-18">
      <div className="mx-auto grid max-w-form gap-6">
        {isHydrated ? <OfAddress {...props} /> : <BeforeScript {...props} />}
      </div>
    </div>
  )
}

/** What the server draws: it does not even know whether there is a link. */
const BeforeScript = ({
  title,
  needsScript = '이 페이지를 이용하시려면 자바스크립트가 필요합니다.',
}: LinkPageProps) => (
  <>
    <h1 className="text-title-m">{title}</h1>
    <noscript>
      <Callout tone="warn">
        {needsScript} 브라우저 설정에서 자바스크립트를 켠 뒤 링크를 다시 열어 주세요.
      </Callout>
    </noscript>
    <CheckingLink />
  </>
)

function OfAddress({ kind, ifCut, children }: LinkPageProps) {
  const token = useLinkToken(kind)
  if (token) return children(token)
  return (
    <>
      <h1 className="text-title-m">링크가 완전하지 않습니다</h1>
      <p className="text-ink-2">주소의 뒷부분이 빠진 것 같습니다. {ifCut}</p>
    </>
  )
}
