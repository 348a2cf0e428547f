export interface Heading {
  id: string
  title: string
  /** An article below a chapter, in a text that has chapters. */
  isDeeper: boolean
}

export interface LegalText {
  html: string
  headings: Heading[]
}

const HEADING = /<h([23])((?:\s[^>]*)?)>([\s\S]*?)<\/h\1>/g
const ARTICLE = /^제\s*(\d+)\s*조(?:의\s*(\d+))?/

/** An article's anchor is its number alone, so that links to it survive a change of its title. */
function idOf(title: string, attributes: string): string {
  const [article, number, branch] = ARTICLE.exec(title) ?? []
  if (article) return `제${number}조${branch ? `의${branch}` : ''}`
  return /\sid="([^"]*)"/.exec(attributes)?.[1] ?? ''
}

const plain = (html: string) =>
  html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&')
    .trim()

/** Puts anchors into a legal text and lists its headings. `#refund` is the first heading about refunds. */
export function legalText(html: string): LegalText {
  const headings: Heading[] = []
  const anchored = html.replaceAll(HEADING, (_, level: string, attributes: string, inner: string) => {
    const title = plain(inner)
    const id = idOf(title, attributes)
    const isFirstOfRefunds = title.includes('환불') && !headings.some((one) => one.title.includes('환불'))
    headings.push({ id, title, isDeeper: level === '3' })
    const mark = isFirstOfRefunds ? '<span id="refund"></span>' : ''
    return `<h${level} id="${id}">${mark}${inner}</h${level}>`
  })
  return { html: anchored, headings: headings.filter(({ id }) => id !== '') }
}
