import type { ReactNode } from 'react'
import { useMember } from '../members'
import { menuFor, PageTabs, useConfig } from '../site'
import { SupportDesk } from './support-desk'

interface SupportFrameProps {
  title: string
  /** The search field beside the page's name. */
  search?: ReactNode
  children: ReactNode
}

/** The frame of a help desk page: its name, tabs to the other pages, and whom to ask when none of them helps. */
export function SupportFrame({ title, search, children }: SupportFrameProps) {
  const config = useConfig()
  const member = useMember()
  const group = menuFor(config, member).find(({ prefix }) => prefix === '/support')
  const pages = (group?.items ?? []).filter(({ external }) => !external)
  return (
    <div className="page py-12 lg:py-18">
      <div className="flex flex-col gap-6 md:flex-row md:items-center md:justify-between">
        <h1 className="text-title-m lg:text-title-l">{title}</h1>
        {search && <div className="md:w-90">{search}</div>}
      </div>
      {pages.length > 1 && <PageTabs label="고객센터" pages={pages} />}
      <div className="mt-8">{children}</div>
      <SupportDesk />
    </div>
  )
}
