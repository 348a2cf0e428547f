import type { Agreement } from '../api/types'
import { plainDay } from '../korean/dates'

const LINK_WITHIN = /<a href="#[^"]*">([\s\S]*?)<\/a>/g

/**
 * The published edition that a consent is about, under its name and day. Its links to its own articles become plain
 * words: several texts with articles of equal numbers share the page.
 */
export const wholeText = (text: Agreement['text']) =>
  text
    ? {
        name: `${text.title} 전문 (${plainDay(text.effectiveFrom)} 시행)`,
        html: text.html.replaceAll(LINK_WITHIN, '$1'),
      }
    : undefined
