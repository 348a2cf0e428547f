import { useSuspenseQuery } from '@tanstack/react-query'
import { pageNumber } from '../../page-number'
import { SupportFrame } from '../../site/support-frame'
import { Pagination } from '../../ui/pagination'
import { useQueryString } from '../../ui/query'
import { SearchForm } from '../../ui/search-form'
import { SEARCH, searchApi, searchPath, soughtIn } from '../paths'
import { foundQuery } from '../queries'
import { NoResults } from './no-results'
import { ResultRow } from './result-row'
import { SuggestedSearches } from './suggested-searches'
import { howMany } from './words'

export default function SearchPage() {
  const query = useQueryString()
  const sought = soughtIn(query)
  const [path] = searchApi(query)
  return (
    <SupportFrame title="고객센터 검색">
      <div className="max-w-form">
        <SearchForm action={SEARCH} label="공지사항·질문·이용안내 검색" value={sought} />
        {!sought && <SuggestedSearches />}
      </div>
      {path && <Found path={path} sought={sought} page={pageNumber(query)} />}
    </SupportFrame>
  )
}

function Found({ path, sought, page }: { path: string; sought: string; page: number }) {
  const { data: found } = useSuspenseQuery(foundQuery(path))
  return (
    <section aria-labelledby="found" className="mt-10">
      <h2 id="found" className="text-small tracking-normal">
        <span role="status">
          {sought} 검색 결과 <span className="figures">{howMany(found)}</span>
        </span>
      </h2>
      <div className="mt-3">
        {found.items.length === 0 ? (
          <NoResults
            what="글이"
            sought={sought}
            total={found.total}
            first={found.total > 0 ? searchPath(sought) : SEARCH}
          />
        ) : (
          <ul className="border-line border-t">
            {found.items.map((one) => (
              <ResultRow key={one.path} found={one} sought={sought} />
            ))}
          </ul>
        )}
        <Pagination
          page={page}
          pageSize={found.pageSize}
          total={found.total}
          pathOf={(number) => searchPath(sought, number)}
        />
      </div>
    </section>
  )
}
