import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { usePageData } from '../../pages/use-page-data'
import { Pagination } from '../../ui/pagination'
import { SearchForm } from '../../ui/search-form'
import { notices as noticesPage } from '../pages'
import { NOTICE, noticesPath, searchTermIn } from '../paths'
import { NoResults } from '../search/no-results'
import { SearchSummary } from '../search/search-summary'
import { SupportFrame } from '../support-frame'
import { lastList } from './last-list'
import { NoticeRow } from './notice-row'

export default function Notices() {
  const { search } = useLocation()
  const [{ notices }, { query, page }] = usePageData(noticesPage)
  useEffect(() => lastList.set(NOTICE + search), [search])
  const term = searchTermIn(query)
  return (
    <SupportFrame title="공지사항" search={<SearchForm action={NOTICE} label="공지사항 검색" value={term} />}>
      {term && <SearchSummary term={term} total={notices.total} all={noticesPath(1)} />}
      {notices.items.length === 0 ? (
        <NoResults
          what="공지사항이"
          term={term}
          total={notices.total}
          first={noticesPath(1, notices.total > 0 ? term : '')}
        />
      ) : (
        <ul className={term ? 'border-line border-t' : '-mt-8'}>
          {notices.items.map((notice) => (
            <NoticeRow key={notice.slug} notice={notice} term={term} />
          ))}
        </ul>
      )}
      <Pagination page={page} list={notices} pathOf={(number) => noticesPath(number, term)} />
    </SupportFrame>
  )
}
