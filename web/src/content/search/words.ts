import type { FoundTexts } from '../../api/types'
import { figures } from '../../korean/money'

/** The number of results. The server counts no further than anybody reads, so it may be a minimum. */
export const howMany = ({ total, isTotalExact }: Pick<FoundTexts, 'total' | 'isTotalExact'>) =>
  `${figures(total)}건${isTotalExact ? '' : ' 이상'}`
