import type { FaqList } from '../../api/types'
import { usePageData } from '../../pages/use-page-data'
import { Pagination } from '../../ui/pagination'
import { SearchForm } from '../../ui/search-form'
import { faq } from '../pages'
import { categoryIn, FAQ, faqsPath, searchTermIn } from '../paths'
import { NoResults } from '../search/no-results'
import { SearchSummary } from '../search/search-summary'
import { SupportFrame } from '../support-frame'
import { FaqCategories } from './faq-categories'
import { FaqGroup } from './faq-group'
import { useDeepLink } from './use-deep-link'

/** Up to this many results of a search are shown unfolded. */
const FEW = 3

export default function FaqPage() {
  const [{ faqs }, { query, page }] = usePageData(faq)
  useDeepLink()
  const category = categoryIn(query)
  const term = searchTermIn(query)
  return (
    <SupportFrame
      title="자주 묻는 질문"
      search={<SearchForm action={FAQ} label="자주 묻는 질문 검색" value={term} />}
    >
      <div className="grid gap-6 lg:grid-cols-[200px_1fr] lg:gap-12">
        <FaqCategories categories={faqs.categories} chosen={category} term={term} />
        <div className="min-w-0">
          {term && <SearchSummary term={term} total={faqs.total} all={faqsPath(1)} />}
          {faqs.items.length === 0 ? (
            <NoResults what="질문이" term={term} total={faqs.total} first={faqsPath(1)} />
          ) : (
            groupsOf(faqs).map(({ key, name, items }) => (
              <FaqGroup key={key} name={name} items={items} term={term} isFew={faqs.total <= FEW} />
            ))
          )}
          <Pagination
            page={page}
            list={faqs}
            pathOf={(number) => faqsPath(number, { ...(category && { category }), q: term })}
          />
        </div>
      </div>
    </SupportFrame>
  )
}

/** The questions grouped by category, in the server's order. */
const groupsOf = ({ categories, items }: FaqList) =>
  categories
    .map((category) => ({ ...category, items: items.filter((faq) => faq.category === category.key) }))
    .filter((group) => group.items.length > 0)
