export interface Block {
  kind: 'chapter' | 'heading' | 'paragraph' | 'item'
  text: string
}

const CHAPTER = /^(?:제\s*\d+\s*[편장]|부칙)(?=$|[\s.(:])/
/** An article's number and its name in brackets; its first sentence may stand behind them in the same line. */
const ARTICLE = /^(제\s*\d+\s*조(?:의\s*\d+)?\s*[(［[][^)\]］]*[)\]］])\s*(.*)$/
const NUMBERED = /^\d{1,2}\.\s+\S/
const SENTENCE_ENDS = /[.다]$/
const ITEM = /^[-·•]\s+(.*)$/

/**
 * The operator writes plain text. Chapters and articles become headings by the way Korean terms name them, and so
 * does a numbered line that is not one of a list. A dash begins an item. Empty lines part paragraphs; their own line breaks stay.
 */
export function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let paragraph: string[] = []
  const endParagraph = () => {
    if (paragraph.length > 0) blocks.push({ kind: 'paragraph', text: paragraph.join('\n') })
    paragraph = []
  }
  const add = (kind: Block['kind'], line: string) => {
    endParagraph()
    blocks.push({ kind, text: line })
  }

  const lines = text.split('\n').map((line) => line.trim())
  for (const [place, line] of lines.entries()) {
    const [, article, sentence] = ARTICLE.exec(line) ?? []
    const [, item] = ITEM.exec(line) ?? []
    if (line === '') endParagraph()
    else if (CHAPTER.test(line)) add('chapter', line)
    else if (item) add('item', item)
    else if (article) {
      add('heading', article)
      if (sentence) paragraph.push(sentence)
    } else if (paragraph.length === 0 && isHeading(line, lines[place + 1])) add('heading', line)
    else paragraph.push(line)
  }
  endParagraph()
  return blocks
}

const isHeading = (line: string, next = '') =>
  NUMBERED.test(line) && !NUMBERED.test(next) && !SENTENCE_ENDS.test(line)
