import { CATALOG_PAGES } from './catalog/pages'
import { CERTIFICATE_PAGES } from './certificates/pages'
import { CONTENT_PAGES } from './content/pages'
import { HISTORY_PAGES } from './history/pages'
import { home } from './home/pages'
import { INQUIRY_PAGES } from './inquiries/pages'
import { LEAVING_PAGES } from './leaving/pages'
import { LEDGER_PAGES } from './ledgers/pages'
import { MEMBER_PAGES } from './members/pages'
import { ORDER_PAGES } from './orders/pages'
import type { Page } from './pages/page'
import { SERVICE_PAGES } from './services/pages'
import { SUB_ID_PAGES } from './sub-ids/pages'
import { SUBSCRIPTION_PAGES } from './subscriptions/pages'

/**
 * Every page of the shop, each declared in `pages.ts` of its own folder. An address belongs to the page with just that
 * path, else to the first whose `:words` fit.
 */
export const PAGES: Page[] = [
  home,
  ...MEMBER_PAGES,
  ...LEAVING_PAGES,
  ...CATALOG_PAGES,
  ...ORDER_PAGES,
  ...SERVICE_PAGES,
  ...SUB_ID_PAGES,
  ...CERTIFICATE_PAGES,
  ...HISTORY_PAGES,
  ...SUBSCRIPTION_PAGES,
  ...LEDGER_PAGES,
  ...CONTENT_PAGES,
  ...INQUIRY_PAGES,
]
