/** What makes a table of cards below 640 pixels: each row one, each cell a line with its `data-label` in front. */
export const CARD_TABLE = 'max-sm:block'
export const CARD_HEAD = 'max-sm:hidden'
export const CARD_ROW = 'max-sm:relative max-sm:block max-sm:h-auto max-sm:px-4 max-sm:py-3'
/** What the row is: it stands above the others, without a label. */
export const CARD_TITLE = 'max-sm:block max-sm:px-0 max-sm:pr-8'
/** The label keeps its width, however long what it names is: one syllable a line cannot be read. */
export const CARD_CELL =
  'max-sm:flex max-sm:empty:hidden max-sm:justify-between max-sm:gap-4 max-sm:px-0 max-sm:py-0.5 max-sm:text-right max-sm:before:shrink-0 max-sm:before:whitespace-nowrap max-sm:before:text-ink-2 max-sm:before:content-[attr(data-label)]'
