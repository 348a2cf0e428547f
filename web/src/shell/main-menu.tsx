import { useLocation } from 'react-router'
import { isActive, type MenuGroup } from '../site'
import { classes } from '../ui/classes'
import { MenuLink } from '../ui/link'
import { MenuEntry } from './menu-entry'

/** The menu of wide screens. CSS alone opens a group under the pointer or the focus; Escape closes it. */
export function MainMenu({ groups }: { groups: MenuGroup[] }) {
  const { pathname } = useLocation()
  return (
    <nav aria-label="주 메뉴" className="hidden xl:block">
      <ul className="flex gap-2">
        {groups.map((group) => (
          <li
            key={group.prefix}
            className="group relative"
            onKeyDown={({ key, target }) => key === 'Escape' && (target as HTMLElement).blur()}
          >
            <GroupName
              group={group}
              className={classes(
                'flex h-18 items-center border-y-2 border-t-transparent px-3 font-semibold',
                isActive(group, pathname)
                  ? 'border-b-accent text-ink'
                  : 'border-b-transparent text-ink-2 hover:text-ink',
              )}
            />
            <ul
              className={classes(
                'invisible absolute top-full left-0 min-w-44 rounded-card bg-paper p-2 opacity-0 floating',
                'transition-opacity duration-150 group-focus-within:visible group-focus-within:opacity-100',
                'group-hover:visible group-hover:opacity-100',
              )}
            >
              {group.items.map((item) => (
                <li key={item.to}>
                  <MenuEntry
                    item={item}
                    className="flex min-h-11 items-center rounded-control px-3 text-small hover:bg-surface aria-[current]:font-semibold aria-[current]:text-accent"
                  />
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Links to the first page of the group, or is a mere button if the group has no page of this site. */
function GroupName({ group, className }: { group: MenuGroup; className: string }) {
  const first = group.items.find(({ external }) => !external)
  if (first) {
    return (
      <MenuLink to={first.to} className={className}>
        {group.label}
      </MenuLink>
    )
  }
  return (
    <button type="button" className={className}>
      {group.label}
    </button>
  )
}
