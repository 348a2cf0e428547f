/** Attributes that decide in jsdom's style sheet whether an element is displayed. */
const DISPLAYING = ['hidden', 'open', 'popover', 'type']
/** Inline declarations that decide any of the three properties. */
const INLINE = /display|visibility|pointer-events|all/i

type Computing = (element: Element, pseudo?: string | null) => CSSStyleDeclaration
interface Quick extends Computing {
  jsdom: Computing
}

const isQuick = (computing: Computing): computing is Quick => 'jsdom' in computing

/** jsdom's own function, to compare with. */
export function jsdomStyle(element: Element): CSSStyleDeclaration {
  const computing: Computing = window.getComputedStyle
  return isQuick(computing) ? computing.jsdom(element) : computing(element)
}

/**
 * Makes `display`, `visibility` and `pointer-events` cheap, which queries by role and presses read all the time: the answer is
 * what jsdom computed for an element of the same kind. jsdom itself matches its whole style sheet against every element, and
 * again after each change of the document. `computed-style.test.ts` compares the answers.
 */
export function quickenComputedStyle() {
  const { defaultView } = document
  // Files of one thread share the document.
  if (!defaultView || isQuick(defaultView.getComputedStyle)) return
  const jsdom: Computing = defaultView.getComputedStyle
  defaultView.getComputedStyle = Object.assign(quicken(jsdom), { jsdom })
}

function quicken(jsdom: Computing): Computing {
  const displays = new Map<string, string>()

  function displayOf(element: Element): string {
    const kind = kindOf(element)
    if (kind === null) return jsdom(element).display
    const known = displays.get(kind)
    if (known !== undefined) return known
    const { display } = jsdom(element)
    displays.set(kind, display)
    return display
  }

  /** Both properties are inherited, and only inline styles and hidden parts of tables set them. */
  function inherited(element: Element, name: 'visibility' | 'pointerEvents', initial: string): string {
    for (let above: Element | null = element; above; above = above.parentElement) {
      if (above.hasAttribute('hidden') || isStyled(above)) return jsdom(element)[name]
    }
    return initial
  }

  function read(element: Element, name: string): string | undefined {
    if (name === 'display') return displayOf(element)
    if (name === 'visibility') return inherited(element, name, 'visible')
    if (name === 'pointerEvents' || name === 'pointer-events')
      return inherited(element, 'pointerEvents', 'auto')
    return undefined
  }

  return (element, pseudo) => {
    if (pseudo || element.ownerDocument.styleSheets.length > 0) return jsdom(element, pseudo)
    const getPropertyValue = (name: string) => read(element, name) ?? jsdom(element).getPropertyValue(name)
    return new Proxy({} as CSSStyleDeclaration, {
      get: (_, name) =>
        name === 'getPropertyValue'
          ? getPropertyValue
          : ((typeof name === 'string' ? read(element, name) : undefined) ??
            Reflect.get(jsdom(element), name)),
    })
  }
}

/** Elements of a kind are displayed alike; `null` if other elements or a state have a say, too. */
function kindOf(element: Element): string | null {
  const { localName } = element
  if (localName === 'summary' || isStyled(element)) return null
  let kind = `${element.namespaceURI} ${localName}`
  for (const name of DISPLAYING) {
    const value = element.getAttribute(name)
    if (value !== null) kind += ` ${name}=${value}`
  }
  return kind
}

function isStyled(element: Element): boolean {
  const style = element.getAttribute('style')
  return style !== null && INLINE.test(style)
}
