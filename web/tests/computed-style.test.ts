import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { jsdomStyle } from './computed-style'

const TAGS =
  'a button datalist details dialog div fieldset h1 img input label legend li noscript option p section select span style summary svg table tbody td template th title tr ul'.split(
    ' ',
  )
const ATTRIBUTES: [name: string, value: string][] = [
  ['class', 'plain'],
  ['hidden', ''],
  ['hidden', 'until-found'],
  ['open', ''],
  ['type', 'hidden'],
  ['popover', ''],
  ['style', 'color: red'],
  ['style', 'display: none'],
  ['style', 'visibility: hidden'],
  ['style', 'pointer-events: none'],
]
const PROPERTIES = [
  ['display', 'display'],
  ['visibility', 'visibility'],
  ['pointerEvents', 'pointer-events'],
] as const

/** Puts this into the page and returns its outermost element. */
function place(html: string): Element {
  document.body.innerHTML = html
  return document.body.children[0] as Element
}

/** How the answers that queries get differ from jsdom's. */
function differences(element: Element): string[] {
  const own = jsdomStyle(element)
  const asked = getComputedStyle(element)
  return PROPERTIES.filter(
    ([key, name]) => asked[key] !== own[key] || asked.getPropertyValue(name) !== own.getPropertyValue(name),
  ).map(([key]) => `${element.outerHTML}: ${key} is ${own[key]}, not ${asked[key]}`)
}

test('queries and presses read what jsdom computes, for every kind of element and what is inside it', () => {
  const wrong: string[] = []
  for (const tag of TAGS) {
    for (const [name, value] of ATTRIBUTES) {
      const element = document.createElement(tag)
      const inner = document.createElement('span')
      element.setAttribute(name, value)
      element.append(inner)
      document.body.replaceChildren(element)
      wrong.push(...differences(element), ...differences(inner))
    }
  }

  expect(wrong).toEqual([])
})

test('other properties are those of jsdom', () => {
  const element = place('<p style="color: red"></p>')

  expect(getComputedStyle(element).color).toBe(jsdomStyle(element).color)
  expect(getComputedStyle(element).getPropertyValue('color')).toBe('rgb(255, 0, 0)')
})

test('an element is displayed again once it is changed', () => {
  const dialog = place('<dialog><button>닫기</button></dialog>')
  expect(screen.queryByRole('button')).toBeNull()
  dialog.setAttribute('open', '')

  expect(screen.getByRole('button', { name: '닫기' })).toBeTruthy()
})

test.each([
  '<button hidden>지우기</button>',
  '<button aria-hidden="true">지우기</button>',
  '<button style="display: none">지우기</button>',
  '<div hidden><button>지우기</button></div>',
  '<div aria-hidden="true"><p><button>지우기</button></p></div>',
  '<div style="display: none"><p><button>지우기</button></p></div>',
  '<div style="visibility: hidden"><p><button>지우기</button></p></div>',
  '<dialog><button>지우기</button></dialog>',
  '<div popover><button>지우기</button></div>',
  '<style>.gone { display: none }</style><div class="gone"><button>지우기</button></div>',
  '<style>.gone { visibility: hidden }</style><div class="gone"><button>지우기</button></div>',
])('no role is found in %s', (html) => {
  place(html)

  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.getByRole('button', { hidden: true })).toBeTruthy()
})
