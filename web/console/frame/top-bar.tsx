import { Bell } from 'lucide-react'
import { figures } from '../../src/korean/money'
import { Icon } from '../../src/ui/icon'
import { Link } from '../../src/ui/link'
import { IconButton } from './button'
import { FIND_KEY } from './keys'
import { Menu } from './menu'
import { useLogOut, useMay, useSession } from './session'

interface TopBarProps {
  onFind: () => void
  onMenu: () => void
  onKeys: () => void
}

/** The name, the search, what waits for this person, and their own menu. */
export function TopBar({ onFind, onMenu, onKeys }: TopBarProps) {
  const session = useSession()
  const may = useMay()
  const logOut = useLogOut()
  const waiting = session.confirmations + session.decisions
  return (
    <header className="sticky top-0 z-20 flex h-12 items-center gap-2 border-line border-b bg-paper px-3 print:hidden">
      <IconButton aria-label="메뉴" onClick={onMenu} className="lg:hidden">
        <Icon name="menu" className="size-5" />
      </IconButton>
      <Link to="/console" className="mr-2 whitespace-nowrap font-bold text-lead max-sm:sr-only">
        {session.siteName} 콘솔
      </Link>
      <button
        type="button"
        onClick={onFind}
        className="flex min-h-9 min-w-0 max-w-120 flex-1 items-center gap-2 rounded-control border border-ink-3 px-3 text-left text-ink-2 text-small hover:bg-surface max-sm:min-h-10"
      >
        <Icon name="search" className="size-4 shrink-0" />
        <span className="min-w-0 flex-1 truncate">무엇이든 찾기</span>
        <span aria-hidden="true" className="text-caption max-sm:hidden">
          {FIND_KEY}
        </span>
      </button>
      <span className="max-sm:hidden sm:flex-1" />
      {(may('approvals.confirm') || session.decisions > 0) && (
        <Link
          to="/console/approvals"
          className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-control px-2 text-ink-2 text-small hover:bg-surface hover:text-ink max-sm:min-h-11"
        >
          <Bell aria-hidden="true" className="size-4.5" strokeWidth={1.75} />
          <span className="max-sm:sr-only">승인</span>
          {waiting > 0 && <span className="figures font-semibold text-ink">{figures(waiting)}</span>}
        </Link>
      )}
      <Menu
        name={`${session.name} 님의 메뉴`}
        look="flex min-h-9 items-center gap-1 rounded-control px-2 text-small hover:bg-surface max-sm:min-h-11 whitespace-nowrap"
        label={
          <>
            <span className="max-w-24 truncate">{session.name}</span>
            <Icon name="down" className="size-4" />
          </>
        }
        items={[
          { label: '내 계정', to: '/console/me' },
          { label: '단축키', onChoose: onKeys },
          { label: '로그아웃', onChoose: logOut },
        ]}
      />
    </header>
  )
}
