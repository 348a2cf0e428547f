import { useQuery } from '@tanstack/react-query'
import { type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import { Outlet, useLocation } from 'react-router'
import { SignedOut } from '../../src/api/problem'
import { Icon } from '../../src/ui/icon'
import { Navigate } from '../../src/ui/navigate'
import { showToast, ToastPlace } from '../../src/ui/toast'
import { IconButton } from './button'
import { Dialog, useShownModal } from './dialog'
import { KEYS, useKeys } from './keys'
import { LoginAgain } from './login-again'
import { Navigation } from './navigation'
import { Palette } from './palette'
import { ScreenError } from './screen-error'
import { loginPath, sessionQuery, useSession } from './session'
import { TableSkeleton } from './table-skeleton'
import { TopBar } from './top-bar'
import { useReturn } from './use-return'

/** Everything behind the login: it waits for the session, and without one leads to the login and back. */
export function Shell({ children }: { children?: ReactNode }) {
  const { data, error } = useQuery(sessionQuery)
  useReturn()
  const { pathname, search } = useLocation()
  if (data) return <Frame>{children ?? <Outlet />}</Frame>
  if (error instanceof SignedOut) return <Navigate to={loginPath(pathname + search)} replace />
  if (error)
    return (
      <main className="px-4">
        <ScreenError error={error} />
      </main>
    )
  return <TableSkeleton label="콘솔" />
}

type Over = 'palette' | 'menu' | 'keys' | null

function Frame({ children }: { children: ReactNode }) {
  const { pathname } = useLocation()
  const [over, setOver] = useState<Over>(null)
  const close = () => setOver(null)
  useKeys({ '?': () => setOver('keys') })

  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // The letter may be one of Hangul, so the key is asked for by its place.
      if (event.code !== 'KeyK' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      setOver((before) => (before === 'palette' ? null : 'palette'))
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen closes what is open over this one
  useEffect(close, [pathname])
  useDecisionsTold()
  const content = useFocusedScreen(pathname)

  return (
    <div className="min-h-dvh bg-paper text-body">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-paper px-3 py-2 floating focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        본문으로 건너뛰기
      </a>
      <TopBar
        onFind={() => setOver('palette')}
        onMenu={() => setOver('menu')}
        onKeys={() => setOver('keys')}
      />
      <div className="lg:grid lg:grid-cols-[208px_1fr]">
        <div className="sticky top-12 h-[calc(100dvh-48px)] overflow-y-auto border-line border-r bg-surface max-lg:hidden print:hidden">
          <Navigation />
        </div>
        <main ref={content} id="content" tabIndex={-1} className="min-w-0 px-4 py-4 outline-none lg:px-6">
          <Suspense fallback={<TableSkeleton label="화면" />}>{children}</Suspense>
        </main>
      </div>
      {over === 'menu' && <Drawer onClose={close} />}
      {over === 'palette' && <Palette onClose={close} />}
      {over === 'keys' && <KeysHelp onClose={close} />}
      <LoginAgain />
      <ToastPlace />
    </div>
  )
}

/** Another screen takes the focus where the link that led there has gone with the former one, so that Tab goes on from its top. */
function useFocusedScreen(pathname: string) {
  const content = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    const focused = document.activeElement
    if (focused === null || focused === document.body) content.current?.focus({ preventScroll: true })
  }, [pathname])
  return content
}

/** Says once when somebody has decided what this person asked for; until they look, the count at the top stays. */
function useDecisionsTold() {
  const { decisions } = useSession()
  const told = useRef(decisions)
  useEffect(() => {
    if (decisions > told.current) showToast('요청한 일의 결과가 나왔습니다. 위의 ‘승인’을 열어 보세요.')
    told.current = decisions
  }, [decisions])
}

/** The navigation below 1024 pixels. */
function Drawer({ onClose }: { onClose: () => void }) {
  const dialog = useShownModal()
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes it as well
    <dialog
      ref={dialog}
      aria-label="메뉴"
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClick={(event) => event.target === event.currentTarget && onClose()}
      className="m-0 h-dvh max-h-none w-72 max-w-[85vw] bg-surface p-0 text-ink floating backdrop:bg-scrim"
    >
      <div className="flex justify-end p-2">
        <IconButton aria-label="메뉴 닫기" onClick={onClose}>
          <Icon name="close" className="size-5" />
        </IconButton>
      </div>
      <Navigation onGo={onClose} />
    </dialog>
  )
}

function KeysHelp({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="단축키" onClose={onClose}>
      <dl className="grid grid-cols-[max-content_1fr] gap-x-6 gap-y-2">
        {KEYS.map(([keys, does]) => (
          <div key={keys} className="contents">
            <dt className="font-semibold">{keys}</dt>
            <dd className="text-ink-2">{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  )
}
