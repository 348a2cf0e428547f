import type { MenuItem } from '../site'
import { classes } from '../ui/classes'
import { MenuLink } from '../ui/link'

/** One entry of a menu. A link to another site opens in a new tab. */
export function MenuEntry({ item, className }: { item: MenuItem; className: string }) {
  const style = classes(className, item.connect && 'connect')
  if (!item.external)
    return (
      <MenuLink to={item.to} className={style}>
        {item.label}
      </MenuLink>
    )
  return (
    <a href={item.to} target="_blank" rel="noopener noreferrer" className={style}>
      {item.label}
      <span className="sr-only"> (새 창)</span>
    </a>
  )
}
