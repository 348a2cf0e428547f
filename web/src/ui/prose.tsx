import { type MouseEvent, useContext } from 'react'
import { useNavigate } from 'react-router'
import { classes } from './classes'
import { LeadsNowhere } from './leads-nowhere'
import { isPlainClick } from './link'

/** Files are for the browser to open or to keep, not pages of ours. */
const FILES = /^\/(files|download-files)\//

const LINK = /<a [^>]*?href="(\/[^"]*)"[^>]*>([\s\S]*?)<\/a>/g

/** Where a click inside leads within this document, if it does. */
function pathOf(event: MouseEvent<HTMLElement>): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.defaultPrevented || !isPlainClick(event, link)) return undefined
  const href = link.getAttribute('href') ?? ''
  return /^\/(?!\/)/.test(href) && !FILES.test(href) ? href : undefined
}

/** Text that the server made of Markdown and cleaned. Nothing else may be given to it: what stands in `html` is obeyed. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate()
  const leadsNowhere = useContext(LeadsNowhere)
  // What was written links to what may be switched off meanwhile: the words stay, the way there goes.
  const shown = html.replaceAll(LINK, (link, to: string, words: string) => (leadsNowhere(to) ? words : link))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are what is pressed, by key, too
    <div
      className={classes('prose', className)}
      onClick={(event) => {
        const path = pathOf(event)
        if (path === undefined) return
        event.preventDefault()
        navigate(path)
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server when it was published
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}
