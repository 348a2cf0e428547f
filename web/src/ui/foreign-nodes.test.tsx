import { act, render } from '@testing-library/react'
import { useState } from 'react'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { bearForeignNodes, isChangedByOthers } from './foreign-nodes'
import { watchForeignNodes } from './watch-foreign-nodes'

const { insertBefore, removeChild } = Node.prototype

beforeAll(() => {
  bearForeignNodes()
  watchForeignNodes()
})
afterAll(() => Object.assign(Node.prototype, { insertBefore, removeChild }))

type Translator = (text: Text) => void

const font = (...children: (Node | string)[]) => {
  const element = document.createElement('font')
  element.append(...children)
  return element
}
const translated = ({ data }: Text) => font(font(`«${data}»`))

/** The ways in which translators are known to change a text. */
const TRANSLATORS: [name: string, Translator][] = [
  ['takes a text out', (text) => text.replaceWith(translated(text))],
  [
    'inserts beside a text, and then takes it out',
    (text) => {
      text.before(translated(text))
      text.remove()
    },
  ],
  [
    'wraps a text',
    (text) => {
      const around = font()
      text.replaceWith(around)
      around.append(text)
    },
  ],
  [
    'translates twice',
    (text) => {
      const first = translated(text)
      text.replaceWith(first)
      first.replaceWith(translated(text))
    },
  ],
]
const EACH = test.each(TRANSLATORS)

async function translateAll(page: HTMLElement, translate: Translator) {
  const texts = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (texts.nextNode())
    if (texts.currentNode.parentNode?.nodeName !== 'FONT') found.push(texts.currentNode as Text)
  for (const text of found) translate(text)
  await act(async () => undefined)
}

const read = (page: HTMLElement) => page.textContent?.replaceAll(/[«»]/g, '')

let show: (change: Partial<Shown>) => void

interface Shown {
  price: number
  isSale: boolean
  note: string | null
  rows: string[]
}

/** Texts beside each other, texts that come and go, and rows that change places. */
function Page() {
  const [{ price, isSale, note, rows }, set] = useState<Shown>({
    price: 33,
    isSale: true,
    note: 'once',
    rows: ['a', 'b', 'c'],
  })
  show = (change) => act(() => set((before) => ({ ...before, ...change })))
  return (
    <main>
      <p>
        {isSale && <b>sale</b>}
        pay {price} won{note}
        {isSale ? ' now' : <i> later</i>}
      </p>
      {note}
      <ul>
        {rows.map((row) => (
          <li key={row}>{row} row</li>
        ))}
      </ul>
    </main>
  )
}

const EXPECTED = (shown: Shown) =>
  [
    shown.isSale ? 'sale' : '',
    `pay ${shown.price} won${shown.note ?? ''}`,
    shown.isSale ? ' now' : ' later',
    shown.note ?? '',
    ...shown.rows.map((row) => `${row} row`),
  ].join('')

test('a page that React alone changes is not taken for a translated one', async () => {
  const { container } = render(<Page />)
  // As the document has it.
  container.id = 'root'
  show({ price: 66, note: null, isSale: false, rows: ['c', 'd', 'a'] })
  await act(async () => undefined)
  expect(isChangedByOthers()).toBe(false)

  await translateAll(container, (text) => text.replaceWith(translated(text)))

  expect(isChangedByOthers()).toBe(true)
})

test.each<[mark: string, element: () => HTMLElement, name: string, value: string]>([
  ['the class of Google', () => document.documentElement, 'class', 'js translated-ltr'],
  ['another language', () => document.documentElement, 'lang', 'en'],
  ['the attribute of Edge', () => document.body, '_msttexthash', '123'],
])('a page that is marked by %s is a translated one', async (_, element, name, value) => {
  vi.resetModules()
  const { isChangedByOthers: isMarked } = await import('./foreign-nodes')
  document.documentElement.lang = 'ko'
  expect(isMarked()).toBe(false)

  element().setAttribute(name, value)

  expect(isMarked()).toBe(true)
  element().removeAttribute(name)
})

test('elements that an extension brings into a form are noticed, before React is there and later', async () => {
  // As the other tests have them, because the fresh part puts its own in their place.
  const { insertBefore, removeChild } = Node.prototype
  document.body.innerHTML = '<div id="root"><form><input /></form></div>'
  for (const isEarly of [true, false]) {
    vi.resetModules()
    const fresh = await import('./foreign-nodes')
    const element = document.createElement('grammarly-extension')
    if (isEarly) document.querySelector('form')?.append(element)
    fresh.bearForeignNodes()
    if (!isEarly) {
      expect(fresh.isChangedByOthers()).toBe(false)
      document.querySelector('form')?.append(element)
      await act(async () => undefined)
    }

    expect(fresh.isChangedByOthers()).toBe(true)
    element.remove()
  }
  Object.assign(Node.prototype, { insertBefore, removeChild })
  document.body.innerHTML = ''
})

EACH('a translator that %s: what changes afterwards is shown', async (_, translate) => {
  const { container } = render(<Page />)
  let shown: Shown = { price: 33, isSale: true, note: 'once', rows: ['a', 'b', 'c'] }
  const changes: Partial<Shown>[] = [
    { price: 66 },
    { note: null },
    { isSale: false },
    { rows: ['c', 'a'] },
    { isSale: true, price: 99 },
    { note: 'again', rows: ['c', 'd', 'a'] },
    { note: 'other', isSale: false },
  ]
  for (const change of changes) {
    await translateAll(container, translate)
    shown = { ...shown, ...change }
    show(change)
    await act(async () => undefined)
    expect(read(container)).toBe(EXPECTED(shown))
  }
})

test('a translation that is taken back leaves React with its own texts', async () => {
  const { container } = render(<Page />)
  const texts = document.createTreeWalker(container, NodeFilter.SHOW_TEXT)
  const swaps: [Text, HTMLElement][] = []
  while (texts.nextNode()) swaps.push([texts.currentNode as Text, translated(texts.currentNode as Text)])
  for (const [text, other] of swaps) text.replaceWith(other)
  await act(async () => undefined)
  for (const [text, other] of swaps) other.replaceWith(text)
  await act(async () => undefined)

  show({ price: 66, note: null, rows: ['b'] })
  await act(async () => undefined)

  expect(container.textContent).toBe('salepay 66 won nowb row')
})

test('an element that a translator holds its texts in stays while React has others in it', async () => {
  const { container } = render(<Page />)
  const paragraph = container.querySelector('p') as HTMLElement
  // A whole sentence in one element, with what React has made within.
  paragraph.replaceChildren(font(...paragraph.childNodes))
  await act(async () => undefined)

  show({ isSale: false, price: 66, note: null })
  await act(async () => undefined)

  expect(read(paragraph)).toContain('pay 66 won')
  expect(read(paragraph)).toContain('later')
  expect(read(paragraph)).not.toContain('now')
})

function Till() {
  const [price, set] = useState(33)
  pay = (next) => act(() => set(next))
  return (
    <>
      <p>pay {price} won</p>
      <button type="submit">{`pay ${price}`}</button>
    </>
  )
}
let pay: (price: number) => void

const textsOf = (page: HTMLElement) => {
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const found: Text[] = []
  while (walker.nextNode()) found.push(walker.currentNode as Text)
  return found
}

test('a translation that was asked for before its text changed does not take the place of the new text', async () => {
  const { container } = render(<Till />)
  const asked = textsOf(container).map((text) => [text, translated(text)] as const)
  pay(66)
  await act(async () => undefined)

  for (const [text, late] of asked) if (text.isConnected) text.replaceWith(late)
  await act(async () => undefined)

  expect(read(container)).toBe('pay 66 wonpay 66')

  await translateAll(container, (text) => text.replaceWith(translated(text)))

  expect(container.textContent).toContain('«pay 66»')
})
