import type { ReactNode } from 'react'
import { menuFor, PageTabs, useConfig } from '../site'
import { useMember } from './member'

/** The frame of a mypage page: its title, and tabs to the other pages, which the wide header does not list. */
export function MypageFrame({ title, children }: { title: string; children: ReactNode }) {
  const config = useConfig()
  const member = useMember()
  const pages = menuFor(config, member).find(({ mypage }) => mypage)?.items ?? []
  return (
    <div className="page py-12 lg:py-18">
      <h1 className="text-title-m lg:text-title-l">{title}</h1>
      {pages.length > 1 && <PageTabs label="마이페이지" pages={pages} />}
      <div className="mt-8">{children}</div>
    </div>
  )
}
