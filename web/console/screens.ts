import { screens as accountant } from './accountant/screens'
import { screens as addresses } from './addresses/screens'
import { screens as approvals } from './approvals/screens'
import { screens as authorities } from './authorities/screens'
import { screens as bulk } from './bulk/screens'
import { screens as catalog } from './catalog/screens'
import { screens as content } from './content/screens'
import { screens as exports } from './exports/screens'
import type { Screen } from './frame/screen'
import { screens as gateways } from './gateways/screens'
import { screens as incidents } from './incidents/screens'
import { screens as inquiries } from './inquiries/screens'
import { screens as invoices } from './invoices/screens'
import { screens as me } from './me/screens'
import { screens as members } from './members/screens'
import { screens as messages } from './messages/screens'
import { screens as numbers } from './numbers/screens'
import { screens as orders } from './orders/screens'
import { screens as reconciliation } from './reconciliation/screens'
import { screens as record } from './record/screens'
import { screens as services } from './services/screens'
import { screens as settings } from './settings/screens'
import { screens as staff } from './staff/screens'
import { screens as status } from './status/screens'
import { screens as subscriptions } from './subscriptions/screens'
import { screens as today } from './today/screens'

/**
 * All screens of the console. Under one entry of the navigation they stand in this order. A new folder adds its line here
 * (`frame/screen.ts` says what a screen is).
 */
export const screens: Screen[] = [
  ...today,
  ...inquiries,
  ...messages,
  ...members,
  ...orders,
  ...invoices,
  ...reconciliation,
  ...subscriptions,
  ...services,
  ...addresses,
  ...gateways,
  ...catalog,
  ...content,
  ...numbers,
  ...settings,
  ...staff,
  ...approvals,
  ...record,
  ...authorities,
  ...incidents,
  ...status,
  ...accountant,
  ...exports,
  ...bulk,
  ...me,
]
