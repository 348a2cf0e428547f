"""A browser that translates a page as Google Translate and Naver Whale do, while somebody uses it."""

from playwright.sync_api import Page, Route

from tests.journey.visitor import Visitor, quiet

NOT_NOW = {
    "status": 409,
    "code": "not_now",
    "title": "-",
    "detail": "지금은 할 수 없습니다. 잠시 후 다시 시도해 주세요.",
}


def faults_in_translation(visitor: Visitor, page: Page, links: str) -> list[str]:
    """Translate the page, press and type everything on it, follow a link within the app, come back, and close it.

    Reports texts on the screen that React does not draw any more. Changes are refused, so that nothing is bought.
    """
    complaints = list(visitor.complaints)
    page.route("**/api/**", _refuse_changes)
    page.route("**", _stay)
    page.evaluate(TRANSLATE)
    faults: list[str] = page.evaluate(USE_EVERYTHING)
    page.evaluate("document.querySelectorAll('dialog[open]').forEach((one) => one.close())")
    before = page.url
    page.evaluate(FOLLOW, links)
    page.wait_for_function("(before) => location.href !== before", arg=before)
    quiet(page)
    faults += page.evaluate(COMPARE)
    # By the page itself: a navigation that `_stay` keeps away may end meanwhile, and would be taken for this one.
    page.evaluate("history.back()")
    page.wait_for_function("(before) => location.href === before", arg=before)
    quiet(page)
    faults += page.evaluate(COMPARE)
    # A page sends what was typed a moment later: left open, it would be refused after the complaints were taken back.
    page.close()
    # How the browser tells of what was refused.
    new = [one for one in visitor.complaints[len(complaints) :] if "Failed to load resource" not in one]
    visitor.complaints[:] = complaints
    return faults + new


def _stay(route: Route) -> None:
    """Keep what leads out of the app, as to a payment provider, from taking the page away."""
    if route.request.is_navigation_request():
        route.fulfill(status=204)
    else:
        route.fallback()


def _refuse_changes(route: Route) -> None:
    if route.request.method == "GET":
        route.fallback()
    else:
        route.fulfill(status=409, json=NOT_NOW)


# One text is taken out of the page for its translation, the next one wrapped: both are done by translators.
TRANSLATE = """() => {
  const LEFT = 'font, script, style, svg, textarea, noscript, [translate=no]'
  let number = 0

  function translate(text) {
    const outer = document.createElement('font')
    outer.append(document.createElement('font'))
    number += 1
    if (number % 2) {
      outer.firstChild.textContent = `«${text.data}»`
      text.replaceWith(outer)
    } else {
      text.before(outer)
      outer.firstChild.append(text)
    }
  }

  function translateAll() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts = []
    while (walker.nextNode()) texts.push(walker.currentNode)
    for (const text of texts) if (text.data.trim() && !text.parentElement.closest(LEFT)) translate(text)
  }

  let waiting
  new MutationObserver(() => {
    clearTimeout(waiting)
    waiting = setTimeout(translateAll)
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
  translateAll()

  // What React has drawn, by its own books.
  const MUTE = ['TEXTAREA', 'SCRIPT', 'STYLE', 'NOSCRIPT']
  const plain = (text) => text.replaceAll(/[«»]/g, '')
  const PORTAL = 4, ELEMENT = 5, TEXT = 6, HOISTED = 26
  function drawn(fiber) {
    let text = ''
    for (let one = fiber; one; one = one.sibling) {
      const { tag, memoizedProps: props, stateNode, child } = one
      if (tag === TEXT) text += props
      else if (tag === ELEMENT && (MUTE.includes(stateNode.tagName) || props.dangerouslySetInnerHTML))
        text += MUTE.includes(stateNode.tagName) ? '' : plain(stateNode.textContent)
      else if (tag === ELEMENT && ['string', 'number'].includes(typeof props.children)) text += props.children
      else if (tag !== PORTAL && tag !== HOISTED) text += drawn(child)
    }
    return text
  }

  window.compareWithReact = () => {
    const root = document.getElementById('root')
    const key = Object.keys(root).find((name) => name.startsWith('__reactContainer'))
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    let shown = ''
    while (walker.nextNode())
      if (!walker.currentNode.parentElement.closest(MUTE.join())) shown += plain(walker.currentNode.data)
    const wanted = drawn(root[key].stateNode.current.child)
    if (!wanted) return ['React has drawn nothing']
    if (shown === wanted) return []
    let at = 0
    while (shown[at] === wanted[at]) at += 1
    const around = (text) => text.slice(Math.max(0, at - 30), at + 40)
    return [`shown: …${around(shown)}…, drawn: …${around(wanted)}…`]
  }
}"""
COMPARE = """async () => {
  await new Promise((resolve) => setTimeout(resolve, 50))
  const exact = [...document.querySelectorAll('.address, code, [data-testid=ip-plate] .address')]
    .filter((one) => one.textContent && !one.closest('svg, .prose, [translate=no]'))
    .map((one) => `translated: ${one.outerHTML.slice(0, 120)}`)
  const ours = (node) =>
    [...node.childNodes].map((one) => (one.translate === false ? '' : one.data ?? ours(one))).join('')
  const amounts = [...document.querySelectorAll('main button')]
    .filter((one) => /\\d원/.test(ours(one)))
    .map((one) => `amount to be translated: ${one.textContent}`)
  return [...window.compareWithReact(), ...exact, ...amounts]
}"""
FOLLOW = """(links) =>
  [...document.querySelectorAll(links)].find((link) => link.pathname !== location.pathname).click()"""
USE_EVERYTHING = """async () => {
  const MOST = 60
  const faults = await look()
  const path = location.pathname
  const seen = new WeakSet()
  for (let count = 0; count < MOST && location.pathname === path; count += 1) {
    const scope = [...document.querySelectorAll('dialog[open]')].at(-1) ?? document.querySelector('main')
    const one = [...scope.querySelectorAll('button, input, select, textarea, summary')].find(
      (control) => !seen.has(control) && !control.disabled && control.checkVisibility())
    if (!one && scope.tagName === 'DIALOG') scope.close()
    else if (!one) break
    else {
      seen.add(one)
      use(one)
    }
    for (const fault of await look()) faults.push(`${one?.outerHTML.slice(0, 120)}: ${fault}`)
    if (faults.length > 3) break
  }
  return faults

  function use(control) {
    const of = { date: '2026-12-01', 'datetime-local': '2026-12-01T12:00', number: '2', time: '12:00' }
    const typed = of[control.type] ?? '1234567'
    control.focus()
    if (control.tagName === 'SELECT') write(control, [...control.options].at(-1)?.value ?? '')
    else if (control.tagName === 'TEXTAREA' || (control.tagName === 'INPUT' && !CLICKED.includes(control.type)))
      write(control, typed)
    else if (control.type !== 'file') control.click()
  }

  function write(control, value) {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(control), 'value').set.call(control, value)
    for (const type of ['input', 'change']) control.dispatchEvent(new Event(type, { bubbles: true }))
  }

  async function look() {
    await new Promise((resolve) => setTimeout(resolve, 25))
    return window.compareWithReact()
  }
}""".replace("CLICKED", "['checkbox', 'radio', 'button', 'submit', 'file']")
