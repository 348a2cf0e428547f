import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import type { SiteConfig } from '../api/types'
import { isAtTill } from '../catalog/paths'
import { MY_IP, VERIFY } from '../certificates/paths'
import { digitsOf } from '../korean/digits'
import { dialPath } from '../korean/phone'
import { hasPage, NOTICES, PRIVACY_POLICY, REFUND_RULES, STATUS, TERMS, useConfig } from '../site'
import { classes } from '../ui/classes'
import { Link } from '../ui/link'

/** The entry of a business in the public register of the Fair Trade Commission. */
const registerEntry = (bizLic: string) => `https://www.ftc.go.kr/bizCommPop.do?wrkr_no=${digitsOf(bizLic)}`

/** The law wants the privacy policy to stand out among these. */
const LINKS = [
  { label: '공지사항', to: NOTICES },
  { label: '이용약관', to: TERMS },
  { label: '개인정보처리방침', to: PRIVACY_POLICY, isProminent: true },
  { label: '환불 규정', to: REFUND_RULES },
  { label: '내 IP 확인', to: MY_IP, isTool: true },
  { label: '이용 확인서 조회', to: VERIFY, isTool: true },
  { label: '서비스 상태', to: STATUS, isTool: true },
]

const LINK = 'underline decoration-line underline-offset-4 hover:decoration-ink-3'

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex gap-2">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** The facts that the E-commerce Act (article 10) requires on every page of a shop. */
function BusinessFacts({ config, withContact }: { config: SiteConfig; withContact: boolean }) {
  return (
    <dl className="figures flex flex-wrap gap-x-6 gap-y-1 text-caption text-ink-2">
      <Fact name="상호">{config.bizNm}</Fact>
      <Fact name="대표자">{config.ceo}</Fact>
      <Fact name="주소">{config.bizLoc}</Fact>
      {withContact && (
        <Fact name="고객센터">
          <a href={dialPath(config.tel)}>{config.tel}</a> ·{' '}
          <a className={LINK} href={`mailto:${config.siteMail}`}>
            {config.siteMail}
          </a>
        </Fact>
      )}
      <Fact name="사업자등록번호">
        {config.bizLic}{' '}
        <a className={LINK} href={registerEntry(config.bizLic)} target="_blank" rel="noopener noreferrer">
          사업자정보확인
        </a>
      </Fact>
      <Fact name="통신판매업 신고번호">{config.ecLic}</Fact>
      <Fact name="개인정보보호책임자">
        {config.dpoNm} ({config.dpoTel}, {config.dpoMail})
      </Fact>
      <Fact name="호스팅 서비스 제공자">{config.hostingProvider}</Fact>
    </dl>
  )
}

/** The footer. At a checkout it is short, so that nothing long stands below the pay button; the facts are all there. */
export function Footer() {
  const config = useConfig()
  const isShort = isAtTill(useLocation().pathname)
  return (
    <footer className="border-line border-t bg-surface">
      <div className={classes('page grid', isShort ? 'gap-2 py-4 lg:py-8' : 'gap-8 py-12')}>
        <div className="flex flex-col justify-between gap-8 lg:flex-row">
          {!isShort && <Support config={config} />}
          <nav aria-label="바닥글 메뉴">
            <ul
              className={classes('flex flex-wrap', isShort ? 'gap-x-4 text-caption' : 'gap-x-6 text-small')}
            >
              {LINKS.filter(
                ({ to, isTool }) => (to === STATUS || hasPage(to, config)) && !(isShort && isTool),
              ).map(({ label, to, isProminent }) => (
                <li key={to}>
                  <Link
                    className={classes(
                      'flex min-h-11 items-center hover:underline',
                      isProminent && 'font-bold',
                    )}
                    to={to}
                    reloadDocument={to === STATUS}
                  >
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        </div>
        <BusinessFacts config={config} withContact={isShort} />
      </div>
    </footer>
  )
}

/** How to reach the shop, and when. */
function Support({ config }: { config: SiteConfig }) {
  return (
    <div>
      <p className="text-caption text-ink-2">고객센터</p>
      <p className="figures text-title-s font-bold">
        <a href={dialPath(config.tel)}>{config.tel}</a>
      </p>
      <p className="mt-1 text-caption text-ink-2">{config.supportHours}</p>
      <p className="text-caption text-ink-2">
        <a className={LINK} href={`mailto:${config.siteMail}`}>
          {config.siteMail}
        </a>
      </p>
    </div>
  )
}
