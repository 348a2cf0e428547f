import { useLocation } from 'react-router'
import type { Member } from '../api/types'
import { isActive, type MenuGroup, type MenuItem } from '../site'
import { ButtonLink, IconButton } from '../ui/button'
import { classes } from '../ui/classes'
import { Icon } from '../ui/icon'
import { LazyMemberPanel } from './lazy-member-panel'
import { MenuEntry } from './menu-entry'
import { usePopover } from './popover'
import { useWayIn } from './way-in'

const ID = 'side-menu'

interface SideMenuProps {
  groups: MenuGroup[]
  member: Member | null
}

/** The menu below 1280 px. The browser itself opens and unfolds it, so it works before any script has run. */
export function SideMenu({ groups, member }: SideMenuProps) {
  const { panel, isOpen } = usePopover()
  return (
    <div className="-mr-2 ml-auto xl:hidden">
      <IconButton popoverTarget={ID} aria-label="메뉴 열기">
        <Icon name="menu" className="size-6" />
      </IconButton>
      <section
        ref={panel}
        id={ID}
        popover="auto"
        aria-label="전체 메뉴"
        className="fixed inset-y-0 right-0 left-auto m-0 h-dvh max-h-none w-[min(360px,100vw)] overflow-y-auto bg-paper px-6 pb-8 text-ink floating backdrop:bg-scrim xl:hidden"
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) currentTarget.hidePopover()
        }}
      >
        <div className="-mr-2 flex h-16 items-center justify-end">
          <IconButton popoverTarget={ID} popoverTargetAction="hide" aria-label="메뉴 닫기">
            <Icon name="close" className="size-6" />
          </IconButton>
        </div>
        <div className="grid gap-5 border-line border-b pb-6">
          {isOpen && <LazyMemberPanel member={member} leadsHome />}
          {!member && <LoginLinks />}
        </div>
        <nav aria-label="전체 메뉴">
          {groups.map((group) => (
            <SideMenuGroup key={group.prefix} group={group} member={member} />
          ))}
        </nav>
      </section>
    </div>
  )
}

/** Rendered by the server, so that a visitor can log in before any script has run. */
function LoginLinks() {
  const wayIn = useWayIn()
  return (
    <div className="grid grid-cols-2 gap-2">
      <ButtonLink to={wayIn('/login')} size="small">
        로그인
      </ButtonLink>
      <ButtonLink to={wayIn('/sign-up')} kind="quiet" size="small">
        회원가입
      </ButtonLink>
    </div>
  )
}

/** Leads a visitor to the login where an entry is for members only. */
const forVisitor = (item: MenuItem): MenuItem =>
  item.connect ? { ...item, to: '/login', external: false } : item

/** The first of those that stand in a group of their own. */
const beginsMore = (items: MenuItem[], place: number) =>
  place > 0 && items[place]?.more === true && !items[place - 1]?.more

function SideMenuGroup({ group, member }: { group: MenuGroup; member: Member | null }) {
  const { pathname } = useLocation()
  return (
    <details name={ID} open={isActive(group, pathname)} className="group border-line border-b">
      <summary className="flex min-h-14 items-center justify-between font-semibold">
        {group.label}
        <Icon name="down" className="size-5 group-open:rotate-180" />
      </summary>
      <ul className="pb-3">
        {group.items.map((item, place) => (
          <li
            key={item.to}
            className={classes(beginsMore(group.items, place) && 'mt-2 border-line border-t pt-2')}
          >
            <MenuEntry
              item={member ? item : forVisitor(item)}
              className="flex min-h-11 items-center rounded-control px-3 text-ink-2 text-small hover:bg-surface hover:text-ink aria-[current]:font-semibold aria-[current]:text-accent"
            />
          </li>
        ))}
      </ul>
    </details>
  )
}
