export { hasLogo, LogoPicture } from './logo-picture'
export {
  hasPage,
  isActive,
  isSwitchedOff,
  type MenuGroup,
  type MenuItem,
  MYPAGE,
  mayUseTickets,
  menuFor,
  NOTICES,
  PRIVACY_POLICY,
  REFUND_RULES,
  TERMS,
} from './menu'
export { PageTabs } from './page-tabs'
export { STATUS } from './paths'
export { configQuery, EMPTY_CONTENT_PAGE, myIpQuery, useConfig, useContentPage } from './queries'
export { Troubles } from './troubles'
export { WholeText } from './whole-text'
