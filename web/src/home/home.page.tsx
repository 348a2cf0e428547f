import { PriceTable } from '../catalog'
import { PRODUCTS } from '../catalog/paths'
import { usePageData } from '../pages/use-page-data'
import { EMPTY_CONTENT_PAGE, Troubles, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { Link } from '../ui/link'
import { Section } from '../ui/section'
import { Hero } from './hero'
import { HomeSection } from './home-section'
import { home } from './pages'
import { Questions } from './questions'
import { Situations } from './situations'

/** The home page, filled with the operator's texts. Where a text is missing, its part of the page is left out. */
export default function Home() {
  const config = useConfig()
  const [{ plans, contentPage }] = usePageData(home)
  const { title, texts, sections, questions } = contentPage ?? EMPTY_CONTENT_PAGE
  const isFixedSold = config.sttcYn === 'Y'
  const plan = isFixedSold ? plans[0] : undefined
  // The columns of a written table are named after products.
  const notSold = Object.values(PRODUCTS)
    .filter(({ switchedBy }) => config[switchedBy] === 'N')
    .map(({ name }) => name)
  return (
    <>
      <Troubles className="page mt-6" />
      <Hero
        texts={texts}
        title={title || config.siteNm}
        plans={isFixedSold ? plans : []}
        isFixedSold={isFixedSold}
      />
      {isFixedSold && <Situations texts={texts} />}
      {sections.map((section, place) => (
        <HomeSection key={section.id} section={section} notSold={notSold} shaded={place % 2 === 1} />
      ))}
      {plan && texts.pricesTitle && (
        <Section shaded={sections.length % 2 === 1} title={texts.pricesTitle} lead={texts.pricesLead}>
          <PriceTable plan={plan} />
          {texts.pricesButton && (
            <div className="mt-8">
              <ButtonLink to="/static-ip">{texts.pricesButton}</ButtonLink>
            </div>
          )}
        </Section>
      )}
      {questions.length > 0 && texts.questionsTitle && (
        <Section title={texts.questionsTitle}>
          <Questions questions={questions} />
          {texts.questionsMore && (
            <Link
              to="/support/faq?page=1"
              className="mt-4 inline-flex min-h-11 items-center font-medium text-accent underline decoration-1 underline-offset-4 hover:text-accent-hover"
            >
              {texts.questionsMore}
            </Link>
          )}
        </Section>
      )}
    </>
  )
}
