// @vitest-environment node
import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** They look like no button: a switch, and an entry of the menu that opens its group. */
const OTHERS = ['src/ui/switch.tsx', 'src/shell/main-menu.tsx']
const ELEMENT = /<(Button|ButtonLink|IconButton|button)\b((?:=>|[^>])*)>/g
/** Class names that set a size; `max-sm:w-full` and the like place a button and are allowed. */
const SIZE =
  /(?:^|[\s"'`:])(?:(?:min-|max-)?h|size|p[xytb]?|text)-(?:\d|\[|small|body|lead|caption)[^\s"'`]*/g

const FILES = globSync('src/**/*.tsx').filter((file) => !file.endsWith('.test.tsx'))

const elements = FILES.flatMap((file) =>
  [...readFileSync(file, 'utf8').matchAll(ELEMENT)].map(([, name, props = '']) => ({ file, name, props })),
)

test('there are buttons to look at', () => {
  expect(elements.filter(({ name }) => name === 'Button').length).toBeGreaterThan(50)
})

test('every button is drawn by ui/button.tsx', () => {
  const own = elements.filter(({ file, name }) => name === 'button' && file !== 'src/ui/button.tsx')

  expect(own.map(({ file }) => file).filter((file) => !OTHERS.includes(file))).toEqual([])
})

test('no other file sets the size of a button', () => {
  const sized = elements.flatMap(({ file, name, props }) => {
    const names =
      file === 'src/ui/button.tsx' || name === 'button' ? [] : [...classNames(props).matchAll(SIZE)]
    return names.map(([size]) => `${file}: ${size.trim()}`)
  })

  expect(sized).toEqual([])
})

test('no translator writes the amount on a button anew', () => {
  const labels = FILES.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/<Button\b.*?<\/Button>/gs)].map(([label]) => ({ file, label })),
  )

  expect(labels.length).toBeGreaterThan(50)
  expect(labels.filter(({ label }) => /\b(won|labelOf)\(/.test(label)).map(({ file }) => file)).toEqual([
    'src/orders/pay-button.tsx',
  ])
})

/** Everything inside `className={…}` or `className="…"`. */
const classNames = (props: string) =>
  /className=(?:"([^"]*)"|\{((?:[^{}]|\{[^{}]*\})*)\})/.exec(props)?.[0] ?? ''

test.each([['px-4!'], ['max-sm:min-h-9'], ['size-9'], ['h-[30px]'], ['text-caption']])(
  '%s is a size',
  (name) => {
    expect(classNames(`className="shrink-0 ${name}"`).match(SIZE)).toHaveLength(1)
  },
)

test.each([['-ml-2'], ['max-sm:w-full'], ['text-ink-2'], ['top-1/2'], ['min-w-40']])(
  '%s is no size',
  (name) => {
    expect(classNames(`className="${name}"`).match(SIZE)).toBeNull()
  },
)
