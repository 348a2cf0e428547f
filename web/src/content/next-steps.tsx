import { useMember } from '../members'
import { hasPage, MYPAGE, useConfig } from '../site'
import { Link } from '../ui/link'

export interface NextStep {
  to: string
  title: string
  text: string
}

export const INQUIRY: NextStep = {
  to: '/support/inquiry/new',
  title: '1:1 문의',
  text: '막힌 곳을 알려 주시면 담당자가 답변해 드립니다.',
}

export const OWN_SERVICES: NextStep = {
  to: MYPAGE,
  title: '이용현황',
  text: '기기를 추가하고 연결을 확인하는 곳입니다.',
}

/** Links to where a reader goes next. A page that is switched off, or not for whoever reads, is not offered. */
export function NextSteps({ steps }: { steps: NextStep[] }) {
  const config = useConfig()
  const member = useMember()
  return (
    <ul className="grid gap-3 sm:grid-cols-3">
      {steps
        .filter(({ to }) => hasPage(to, config, member))
        .map(({ to, title, text }) => (
          <li key={to}>
            <Link
              to={to}
              className="flex h-full flex-col gap-1 rounded-card border border-line bg-paper p-5 hover:border-ink-3"
            >
              <span className="font-semibold">{title}</span>
              <span className="text-ink-2 text-small">{text}</span>
            </Link>
          </li>
        ))}
    </ul>
  )
}
