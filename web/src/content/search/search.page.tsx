import { usePageData } from '../../pages/use-page-data'
import { Pagination } from '../../ui/pagination'
import { useQueryString } from '../../ui/query'
import { SearchForm } from '../../ui/search-form'
import { search } from '../pages'
import { SEARCH, searchPath, searchTermIn } from '../paths'
import { SupportFrame } from '../support-frame'
import { NoResults } from './no-results'
import { ResultRow } from './result-row'
import { SuggestedSearches } from './suggested-searches'
import { howMany } from './words'

export default function SearchPage() {
  const query = useQueryString()
  const term = searchTermIn(query)
  return (
    <SupportFrame title="고객센터 검색">
      <div className="max-w-form">
        <SearchForm action={SEARCH} label="공지사항·질문·이용안내 검색" value={term} />
        {!term && <SuggestedSearches />}
      </div>
      {term && <Results term={term} />}
    </SupportFrame>
  )
}

function Results({ term }: { term: string }) {
  const [{ results }, { page }] = usePageData(search)
  if (!results) return null
  return (
    <section aria-labelledby="found" className="mt-10">
      <h2 id="found" className="text-small tracking-normal">
        <span role="status">
          {term} 검색 결과 <span className="figures">{howMany(results)}</span>
        </span>
      </h2>
      <div className="mt-3">
        {results.items.length === 0 ? (
          <NoResults
            what="글이"
            term={term}
            total={results.total}
            first={results.total > 0 ? searchPath(term) : SEARCH}
          />
        ) : (
          <ul className="border-line border-t">
            {results.items.map((one) => (
              <ResultRow key={one.path} found={one} term={term} />
            ))}
          </ul>
        )}
        <Pagination page={page} list={results} pathOf={(number) => searchPath(term, number)} />
      </div>
    </section>
  )
}
