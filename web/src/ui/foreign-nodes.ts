/**
 * Lets React go on with a page that a translator changes: Google Translate and Naver Whale take React's texts out and put
 * `<font>` elements in their places. React then removes, or inserts before, a node that is no child any more, which throws
 * and empties the page (https://github.com/facebook/react/issues/11538). This part is there before React is; what stands in
 * the place of which text is noted by `watch-foreign-nodes.ts`, which may come later.
 */

const { insertBefore, removeChild } = Node.prototype

/** The node that a translator put in the place of another. */
export const standIns = new WeakMap<Node, ChildNode>()

/** What the document says of its language as the server sends it, or says nothing. */
const OWN_LANGUAGE = /^(ko\b|$)/i

let isChanged = false

/**
 * How a page shows that others have changed it: Google and Whale translate by elements, and by a class on the root, Edge by
 * attributes; password managers put their signs beside our fields.
 */
const MARKS = 'font, [class*=translated-], [_msttexthash], [data-lastpass-icon-root]'

/** Extensions bring elements of their own into forms (`<grammarly-extension>`); we have none with such a name. */
const isExtensions = (node: Node) => node.nodeName.includes('-')

/** Tells whether a translator or an extension has changed the page, so that it is not the one that the server sent. */
export function isChangedByOthers() {
  // Those that only replace the letters of our texts say in which language the page is now.
  isChanged ||= !OWN_LANGUAGE.test(document.documentElement.lang) || document.querySelector(MARKS) !== null
  return isChanged
}

function note(records: MutationRecord[]) {
  isChanged ||= records.some(({ addedNodes }) => [...addedNodes].some(isExtensions))
  isChangedByOthers()
}

/** React notes its own data on every node that it makes or takes over. */
export const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith('__react'))

/** The child of a parent that stands in the place of a node: around it, or instead of it. */
function placeOf(node: Node, parent: Node): ChildNode | null {
  let at: Node | null = node
  while (at && at.parentNode !== parent) at = at.parentNode ?? standIns.get(at) ?? null
  return at as ChildNode | null
}

/** Whether a translator's node holds nodes of React beside this one, which must stay. */
export const holdsOthers = (place: Node, node: Node): boolean =>
  [...place.childNodes].some((one) => (one !== node && isReacts(one)) || holdsOthers(one, node))

/** Begins before React takes the page over. */
export function bearForeignNodes() {
  isChanged = [...document.querySelectorAll('#root *')].some(isExtensions)
  new MutationObserver(note).observe(document.body, { childList: true, subtree: true })

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null) {
    return insertBefore.call(this, node, before && placeOf(before, this)) as Child
  }
  Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child) {
    const place: Node | null = placeOf(node, this)
    if (place === node) return removeChild.call(this, node) as Child
    if (place && !holdsOthers(place, node)) removeChild.call(this, place)
    else node.parentNode?.removeChild(node)
    return node
  }
}
