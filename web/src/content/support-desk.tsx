import { useLocation } from 'react-router'
import { dialPath } from '../korean/phone'
import { useMember } from '../members'
import { hasPage, useConfig } from '../site'
import { ButtonLink } from '../ui/button'
import { OutsideLink } from '../ui/outside-link'
import { SEARCH } from './paths'

const INQUIRIES = '/support/inquiry'
const INQUIRY = `${INQUIRIES}/new`

/** How to reach people, in the same place on every page of the help desk. The pages of inquiries and of the search have their own way there. */
export function SupportDesk() {
  const config = useConfig()
  const member = useMember()
  const { pathname } = useLocation()
  return (
    <section
      aria-labelledby="desk"
      className="mt-18 flex flex-col gap-6 rounded-card bg-surface p-6 sm:flex-row sm:items-center sm:justify-between sm:p-8"
    >
      <div>
        <h2 id="desk" className="text-lead">
          찾는 답이 없으면 물어봐 주세요
        </h2>
        <p className="figures mt-1 flex flex-wrap gap-x-3 text-ink-2 text-small">
          <a
            href={dialPath(config.tel)}
            className="font-semibold text-ink underline decoration-line underline-offset-4 hover:decoration-ink-3"
          >
            {config.tel}
          </a>
          <span>{config.supportHours}</span>
        </p>
      </div>
      <div className="flex shrink-0 flex-wrap items-center gap-2">
        {pathname !== SEARCH && (
          <ButtonLink to={SEARCH} kind="text" className="-ml-2 sm:ml-0">
            고객센터 전체 검색
          </ButtonLink>
        )}
        {/^https?:/.test(config.remoteSupportUrl) && (
          <OutsideLink href={config.remoteSupportUrl}>원격지원</OutsideLink>
        )}
        {hasPage(INQUIRY, config, member) && pathname !== INQUIRIES && (
          <ButtonLink to={INQUIRY} kind="quiet">
            1:1 문의하기
          </ButtonLink>
        )}
      </div>
    </section>
  )
}
