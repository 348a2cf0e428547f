import { withParticle } from '../korean/particles'
import { Callout } from './callout'
import { CopyButton } from './copy-button'
import { useInBrowser } from './hydrated'
import { appAround, wayOut } from './in-app'
import { type OwnSystem, systemOf } from './own-system'

/** What an app's own browser does to the settings of a device. */
export const NO_FILES = '설정 파일이 저장되지 않을 수 있습니다.'

const menuOf = (system: OwnSystem | undefined) =>
  system === 'ios' ? '‘Safari로 열기’' : '‘다른 브라우저로 열기’'

/** What the browser calls itself. A page that was put on the home screen looks like an app's, and has none around it. */
const agentAround = () =>
  window.matchMedia?.('(display-mode: standalone)').matches ? '' : navigator.userAgent

interface InAppNoticeProps {
  /** What may go wrong in the app's browser, behind `카카오톡 안에서는`. */
  danger: string
  /** Whether the page asks for a login in the other browser. */
  needsLogin?: boolean
}

/** Leads out of an app's own browser before something is made that is shown once. Whoever stays is not kept from it. */
export function InAppNotice({ danger, needsLogin = true }: InAppNoticeProps) {
  const userAgent = useInBrowser(agentAround, '')
  const app = appAround(userAgent)
  if (!app) return null
  const system = systemOf(userAgent, navigator.maxTouchPoints)
  const address = location.href
  const out = wayOut(app, system, address)
  return (
    <Callout tone="warn">
      <p>
        {app} 안에서는 {danger} {needsLogin && '먼저 다른 브라우저로 열어 로그인해 주세요.'}
      </p>
      {out && (
        <a
          href={out}
          className="mt-1 inline-flex min-h-11 items-center font-semibold underline underline-offset-4"
        >
          브라우저에서 열기
        </a>
      )}
      <p className="mt-1 flex items-center gap-2">
        <span>
          {out ? '열리지 않으면' : `화면의 메뉴(⋯)에서 ${withParticle(menuOf(system), '을/를')} 누르거나,`}{' '}
          주소를 복사해 브라우저에 붙여 넣어 주세요.
        </span>
        <CopyButton text={address} what="이 페이지 주소" />
      </p>
      {/* To be selected by hand where the app forbids copying. */}
      <p translate="no" className="select-all break-all text-caption">
        {address}
      </p>
    </Callout>
  )
}
