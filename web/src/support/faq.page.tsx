import { useSuspenseQuery } from '@tanstack/react-query'
import { pageNumber } from '../page-number'
import { Pagination } from '../ui/pagination'
import { useQueryString } from '../ui/query'
import { SearchForm } from '../ui/search-form'
import { FaqCategories } from './faq-categories'
import { FaqEntry } from './faq-entry'
import { NothingFound } from './nothing-found'
import { categoryIn, FAQ, faqsPath, soughtIn } from './paths'
import { faqsQuery } from './queries'
import { Sought } from './sought'
import { SupportFrame } from './support-frame'
import { useDeepLink } from './use-deep-link'

export default function FaqPage() {
  const query = useQueryString()
  const { data: faqs } = useSuspenseQuery(faqsQuery(query))
  useDeepLink()
  const category = categoryIn(query)
  const sought = soughtIn(query)
  const names = new Map(faqs.categories.map(({ key, name }) => [key, name]))
  return (
    <SupportFrame
      title="자주 묻는 질문"
      search={<SearchForm action={FAQ} label="자주 묻는 질문 검색" value={sought} />}
    >
      <div className="grid gap-6 lg:grid-cols-[200px_1fr] lg:gap-12">
        <FaqCategories categories={faqs.categories} chosen={category} sought={sought} />
        <div className="min-w-0">
          {sought && <Sought sought={sought} total={faqs.total} all={faqsPath(1)} />}
          {faqs.items.length === 0 ? (
            <NothingFound
              isAtAll={faqs.total === 0 && !sought && !category}
              what="질문이"
              first={faqsPath(1)}
            />
          ) : (
            <div className="border-line border-t">
              {faqs.items.map((faq) => (
                <FaqEntry
                  key={faq.slug}
                  faq={faq}
                  sought={sought}
                  category={category ? undefined : names.get(faq.category)}
                />
              ))}
            </div>
          )}
          <Pagination
            page={pageNumber(query)}
            pageSize={faqs.pageSize}
            total={faqs.total}
            pathOf={(page) => faqsPath(page, { ...(category && { category }), q: sought })}
          />
        </div>
      </div>
    </SupportFrame>
  )
}
