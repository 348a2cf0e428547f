/**
 * Lets React go on with a page that a translator changes: Google Translate and Naver Whale take React's texts out and put
 * `<font>` elements in their places. React then removes, or inserts before, a node that is no child any more, which throws
 * and empties the page; a text that it changes is not on the screen (https://github.com/facebook/react/issues/11538).
 */

const { insertBefore, removeChild } = Node.prototype

/** The node that a translator put in the place of another. */
const standIns = new WeakMap<Node, ChildNode>()

/** Nodes of a translator that stand for no other node yet. */
const free = new WeakSet<Node>()

let isChanged = false

/** Tells whether somebody else has changed the page, so that its text is not the one that the server sent. */
export const isTranslated = () => isChanged || document.querySelector('#root font') !== null

/** React notes its own data on every node that it makes or takes over. */
const isReacts = (node: Node) => Object.keys(node).some((key) => key.startsWith('__react'))

/** The child of a parent that stands in the place of a node: around it, or instead of it. */
function placeOf(node: Node, parent: Node): ChildNode | null {
  let at: Node | null = node
  while (at && at.parentNode !== parent) at = at.parentNode ?? standIns.get(at) ?? null
  return at as ChildNode | null
}

/** Whether a translator's node holds nodes of React beside this one, which must stay. */
function holdsOthers(place: Node, node: Node): boolean {
  const all = document.createTreeWalker(place)
  for (let one = all.nextNode(); one; one = all.nextNode()) if (one !== node && isReacts(one)) return true
  return false
}

/** Puts a text that React has changed back in its place. The translator finds it there, and translates it anew. */
function putBack(text: Node) {
  let place = standIns.get(text)
  while (place && !place.isConnected) place = standIns.get(place)
  if (!text.isConnected && place && !holdsOthers(place, text)) place.replaceWith(text)
}

const observer = new MutationObserver((records) => {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') putBack(target)
    for (const added of addedNodes) {
      standIns.delete(added)
      if (!isReacts(added)) free.add(added)
    }
    for (const removed of removedNodes) {
      const place = [...addedNodes, previousSibling, nextSibling].find((one) => one && free.delete(one))
      if (place) {
        isChanged ||= isReacts(removed) || place.nodeName === 'FONT'
        standIns.set(removed, place as ChildNode)
        if (isReacts(removed)) observer.observe(removed, { characterData: true })
      } else standIns.delete(removed)
    }
  }
})

/** Begins before React takes the page over. */
export function bearForeignNodes() {
  observer.observe(document.body, { childList: true, subtree: true })

  Node.prototype.insertBefore = function <Child extends Node>(this: Node, node: Child, before: Node | null) {
    return insertBefore.call(this, node, before && placeOf(before, this)) as Child
  }
  Node.prototype.removeChild = function <Child extends Node>(this: Node, node: Child) {
    if (node.parentNode === this) return removeChild.call(this, node) as Child
    const place = placeOf(node, this)
    if (place && !holdsOthers(place, node)) place.remove()
    else if (node.parentNode) removeChild.call(node.parentNode, node)
    return node
  }
}
