import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { TAKEN_OVER } from './taken-over'

let answered: string[]

beforeEach(async () => {
  vi.resetModules()
  vi.useFakeTimers()
  answered = []
  document.body.innerHTML = `<main>
    <form><input name="id"><button id="send">보내기</button></form>
    <button id="plus" type="button"><span>늘리기</span></button>
    <button id="menu" type="button" popovertarget="panel">메뉴</button><div id="panel" popover></div></main>`
  for (const type of ['click', 'submit'])
    document.querySelector('main')?.addEventListener(type, (event) => {
      event.preventDefault()
      answered.push(`${type} ${(event.target as HTMLElement).id}`)
    })
  await import('./early-presses')
})

afterEach(() => {
  takeOver()
  vi.useRealTimers()
})

const the = (id: string) => document.getElementById(id) as HTMLButtonElement
const isBusy = (id: string) => the(id).getAttribute('aria-busy') === 'true'

function takeOver() {
  dispatchEvent(new Event(TAKEN_OVER))
  vi.runAllTimers()
}

test('a press shows at once, reaches nobody, and is delivered once the app is there', () => {
  the('plus').querySelector('span')?.click()
  expect(isBusy('plus')).toBe(true)
  expect(answered).toEqual([])

  takeOver()

  expect(isBusy('plus')).toBe(false)
  expect(answered).toEqual(['click plus'])
  the('plus').click()
  expect(answered).toEqual(['click plus', 'click plus'])
})

test('of several presses the last counts', () => {
  the('plus').click()
  the('send').click()
  expect([isBusy('plus'), isBusy('send')]).toEqual([false, true])

  takeOver()

  expect(answered).toEqual(['click send'])
})

test.each([
  ['says something else', () => the('plus').replaceChildren('44,000원 결제하기')],
  ['is gone', () => the('plus').remove()],
  ['is not to be pressed any more', () => the('plus').setAttribute('disabled', '')],
])('a button that %s by then is left alone', (_, change) => {
  the('plus').click()
  change()

  takeOver()

  expect(answered).toEqual([])
})

test('a form whose values came later, as from a draft, is not sent', () => {
  the('send').click()
  ;(document.querySelector('input') as HTMLInputElement).value = 'from a draft'

  takeOver()

  expect(answered).toEqual([])
})

test('what the browser does by itself is left to it', () => {
  const event = new MouseEvent('click', { bubbles: true, cancelable: true })
  the('menu').dispatchEvent(event)

  expect(event.defaultPrevented).toBe(false)
  expect(isBusy('menu')).toBe(false)
})
