import { useLocation } from 'react-router'
import { usePageData } from '../pages/use-page-data'
import { isSoldOut } from './amounts'
import { NothingOnSale } from './nothing-on-sale'
import { Offer } from './offer'
import { product } from './pages'
import { productAt } from './paths'
import { ProductFigure } from './product-figure'

/** The product in one sentence, used until the operator's text or a plan says it. */
const LEADS = {
  static: '통신사 회선의 고정 IP 하나를 이용 기간 내내 혼자 씁니다.',
  dynamic: '통신사 IP 하나를 혼자 쓰다가 원할 때 다른 IP로 바꿉니다.',
  ticket: '쓰고 있는 고정 IP를 같은 통신사와 지역의 다른 IP로 바꿉니다.',
}

/** The page of one product. All three kinds are drawn by this component, each at its own address. */
export default function Product() {
  const { kind, name } = productAt(useLocation().pathname)
  const [{ plans, contentPage }] = usePageData(product(kind))
  const texts = contentPage?.texts ?? {}
  const first = plans.find((plan) => !isSoldOut(plan)) ?? plans[0]
  return (
    <div className="page pt-8 max-lg:flex max-lg:flex-col lg:pt-18 lg:pb-26">
      <header className="grid items-center gap-8 lg:grid-cols-[1fr_440px] lg:gap-18">
        <div className="max-w-form">
          <h1 className="text-title-l">{name}</h1>
          <p className="mt-3 text-ink-2 text-lead">{texts.lead || first?.description || LEADS[kind]}</p>
        </div>
        <div className="max-sm:hidden">
          <ProductFigure texts={texts} />
        </div>
      </header>
      {first ? (
        <Offer key={kind} plans={plans} first={first} />
      ) : (
        <div className="my-12">
          <NothingOnSale />
        </div>
      )}
    </div>
  )
}
