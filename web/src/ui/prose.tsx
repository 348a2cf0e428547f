import { type MouseEvent, useContext } from 'react'
import { classes } from './classes'
import { LeadsNowhere } from './leads-nowhere'
import { useNavigate } from './navigate'
import { isPlainClick } from './plain-click'

/** Paths of files, which the browser opens or saves; they are not pages of this app. */
const FILES = /^\/(files|download-files)\//

const LINK = /<a [^>]*?href="(\/[^"]*)"[^>]*>([\s\S]*?)<\/a>/g

/** The path of the clicked link, if this app can navigate there without loading a document. */
function clickedPath(event: MouseEvent<HTMLElement>): string | undefined {
  const link = event.target instanceof Element ? event.target.closest('a') : null
  if (!link || event.defaultPrevented || !isPlainClick(event, link)) return undefined
  const href = link.getAttribute('href') ?? ''
  return /^\/(?!\/)/.test(href) && !FILES.test(href) ? href : undefined
}

/** Shows HTML that the server rendered from Markdown and sanitised. Never pass other HTML: it is inserted as is. */
export function Prose({ html, className }: { html: string; className?: string }) {
  const navigate = useNavigate()
  const leadsNowhere = useContext(LeadsNowhere)
  // A text may link to a page that has been switched off since: keep the words, drop the link.
  const shown = html.replaceAll(LINK, (link, to: string, words: string) => (leadsNowhere(to) ? words : link))
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions lint/a11y/useKeyWithClickEvents: the links inside are pressed, by key too
    <div
      className={classes('prose', className)}
      onClick={(event) => {
        const path = clickedPath(event)
        if (path === undefined) return
        event.preventDefault()
        navigate(path)
      }}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: rendered and sanitised by the server when it was published
      dangerouslySetInnerHTML={{ __html: shown }}
    />
  )
}
