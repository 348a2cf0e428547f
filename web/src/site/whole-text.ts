import type { Agreement } from '../api/types'
import { plainDay } from '../korean/dates'

/** The published edition that a consent is about, under its name and day. */
export const wholeText = (text: Agreement['text']) =>
  text ? { name: `${text.title} 전문 (${plainDay(text.effectiveFrom)} 시행)`, html: text.html } : undefined
