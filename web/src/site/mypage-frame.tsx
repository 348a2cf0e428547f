import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { menuFor } from './menu'
import { PageTabs } from './page-tabs'
import { configQuery } from './queries'

/** A page of mypage: its name, and the way to the others, which the wide header's menu does not show. */
export function MypageFrame({ title, children }: { title: string; children: ReactNode }) {
  const { data: config } = useSuspenseQuery(configQuery)
  const pages = menuFor(config, true).find(({ mypage }) => mypage)?.items ?? []
  return (
    <div className="page py-12 lg:py-18">
      <h1 className="text-title-m lg:text-title-l">{title}</h1>
      {pages.length > 1 && <PageTabs label="마이페이지" pages={pages} />}
      <div className="mt-8">{children}</div>
    </div>
  )
}
