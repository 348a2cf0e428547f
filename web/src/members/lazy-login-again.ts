import { lazy } from 'react'

/** Loaded when a session ends over something unfinished. */
export const LoginAgain = lazy(() => import('./login/login-again'))
