import type { FoundTexts } from '../../api/types'
import { figures } from '../../korean/money'

export const KINDS: Record<FoundTexts['items'][number]['kind'], string> = {
  notice: '공지사항',
  faq: '자주 묻는 질문',
  guide: '이용안내',
}

/** The number of results. The server counts no further than anybody reads, so it may be a minimum. */
export const howMany = ({ total, isTotalExact }: Pick<FoundTexts, 'total' | 'isTotalExact'>) =>
  `${figures(total)}건${isTotalExact ? '' : ' 이상'}`
