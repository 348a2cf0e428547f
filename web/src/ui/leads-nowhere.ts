import { createContext } from 'react'

/** Whether a path of this site is switched off at the moment. Without the provider in the shell, no path is. */
export const LeadsNowhere = createContext<(to: string) => boolean>(() => false)
