import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '../../pages/use-page-data'
import { Pagination } from '../../ui/pagination'
import { SearchForm } from '../../ui/search-form'
import { notices as noticesPage } from '../pages'
import { NOTICE, noticesPath, soughtIn } from '../paths'
import { NoResults } from '../search/no-results'
import { SearchSummary } from '../search/search-summary'
import { SupportFrame } from '../support-frame'
import { noteList } from './list-place'
import { NoticeRow } from './notice-row'

export default function Notices() {
  const { search } = useLocation()
  const [{ notices }, { query, page }] = usePageData(noticesPage)
  useEffect(() => noteList(NOTICE + search), [search])
  const sought = soughtIn(query)
  return (
    <SupportFrame
      title="공지사항"
      search={<SearchForm action={NOTICE} label="공지사항 검색" value={sought} />}
    >
      {sought && <SearchSummary sought={sought} total={notices.total} all={noticesPath(1)} />}
      {notices.items.length === 0 ? (
        <NoResults
          what="공지사항이"
          sought={sought}
          total={notices.total}
          first={noticesPath(1, notices.total > 0 ? sought : '')}
        />
      ) : (
        <ul className={sought ? 'border-line border-t' : '-mt-8'}>
          {notices.items.map((notice) => (
            <NoticeRow key={notice.slug} notice={notice} sought={sought} />
          ))}
        </ul>
      )}
      <Pagination
        page={page}
        pageSize={notices.pageSize}
        total={notices.total}
        pathOf={(number) => noticesPath(number, sought)}
      />
    </SupportFrame>
  )
}
