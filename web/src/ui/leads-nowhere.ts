import { createContext } from 'react'

/** Is this address of ours no page for now? The shell knows; where nobody says so, every address leads somewhere. */
export const LeadsNowhere = createContext<(to: string) => boolean>(() => false)
