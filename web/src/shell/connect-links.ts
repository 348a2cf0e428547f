import { type MouseEvent, useCallback } from 'react'
import { useMember } from '../members'
import { useConfig } from '../site'
import { useNavigate } from '../ui/navigate'

/** Where the header has no room for the menu, as the style sheet has it. */
const NARROW = '(width < 1280px)'

/**
 * Handles a press on a link of class `connect` or to remote support: on narrow screens it leads a visitor to the login,
 * wherever it stands (specification, section 2).
 */
export function useConnectLinks() {
  const navigate = useNavigate()
  const isVisitor = useMember() === null
  const { remoteSupportUrl } = useConfig()
  return useCallback(
    (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a') : null
      if (!link || !isVisitor) return
      const isSupport = remoteSupportUrl !== '' && link.href.startsWith(remoteSupportUrl)
      if (!isSupport && !link.classList.contains('connect')) return
      if (!matchMedia(NARROW).matches) return
      event.preventDefault()
      event.stopPropagation()
      navigate('/login')
    },
    [navigate, isVisitor, remoteSupportUrl],
  )
}
