import { storedText } from '../../ui/browser-storage'
import { useInBrowser } from '../../ui/hydrated'
import { noticesPath } from '../paths'

const FIRST = noticesPath(1)

/** The page of the list that this tab showed last, so that every way out of a notice leads back to it. */
export const lastList = storedText('sessionStorage', 'notice-list')

export const useLastList = () => useInBrowser(() => lastList.get() ?? FIRST, FIRST)
