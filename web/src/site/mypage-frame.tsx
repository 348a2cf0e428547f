import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { MenuLink } from '../ui/link'
import { menuFor } from './menu'
import { configQuery } from './queries'

/** A page of mypage: its name, and the way to the others, which the wide header's menu does not show. */
export function MypageFrame({ title, children }: { title: string; children: ReactNode }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const pages = menuFor(config, true).find(({ mypage }) => mypage)?.items ?? []
  return (
    <div className="page py-12 lg:py-18">
      <h1 className="text-title-m lg:text-title-l">{title}</h1>
      {pages.length > 1 && (
        <nav aria-label="마이페이지" className="-mx-5 mt-6 overflow-x-auto px-5 lg:mx-0 lg:px-0">
          <ul className="flex min-w-max gap-6 border-line border-b">
            {pages.map(({ label, to }) => (
              <li key={to}>
                <MenuLink
                  to={to}
                  className="-mb-px flex min-h-12 items-center border-transparent border-b-2 text-ink-2 hover:text-ink aria-[current]:border-accent aria-[current]:font-semibold aria-[current]:text-ink"
                >
                  {label}
                </MenuLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="mt-8">{children}</div>
    </div>
  )
}
