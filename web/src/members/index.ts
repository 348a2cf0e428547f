import { lazy } from 'react'

export { Form, inputOf, messageOf, radioOf, showRefusal } from './form'
export { dropKept, forgetOthers, useKeptInTab } from './kept-in-tab'
export { memberQuery, useMember } from './member'
export { MypageFrame } from './mypage-frame'
export { CurrentPassword, checkCurrent } from './profile/current-password'
export { SettingsSection } from './profile/settings-section'
export { useLogout } from './queries'
export { formPath, withReturn } from './return-path'
export { checkEmail, checkId, ID_RULE } from './rules'
export { hasUnfinished, sessionEnded } from './session-ended'
export { EventList } from './sub-id/event-list'

/** Loaded when a session ends over something unfinished. */
export const LoginAgain = lazy(() => import('./login/login-again'))
