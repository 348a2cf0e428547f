import { holdsOthers, isReacts, standIns } from './foreign-nodes'

/** Longer than a translation takes over a slow line. */
const LATE = 15_000

/** Nodes of a translator that stand for no other node yet. */
const free = new WeakSet<Node>()

/** When a text changed on the page: a translation of the text before may still be on its way. */
const changedAt = new WeakMap<Node, number>()

/** Puts a text that React has changed back in its place. The translator finds it there, and translates it anew. */
function putBack(text: Node) {
  let place = standIns.get(text)
  while (place && !place.isConnected) place = standIns.get(place)
  if (!text.isConnected && place && !holdsOthers(place, text)) place.replaceWith(text)
}

/** A text whose element has no other child is not noted by React, but its element is. */
const isReactsText = (text: Node) => isReacts(text) || (text.parentNode !== null && isReacts(text.parentNode))

function noteChange(text: Node) {
  if (!text.isConnected) putBack(text)
  else if (isReactsText(text)) changedAt.set(text, Date.now())
}

/** Whether what takes a text's place may be the translation of an older one. Once for a change: the next one is new. */
function isLate(text: Node) {
  const at = changedAt.get(text)
  changedAt.delete(text)
  return at !== undefined && !text.isConnected && Date.now() - at < LATE
}

function noteRemoval(removed: Node, place: ChildNode) {
  standIns.set(removed, place)
  if (isLate(removed)) putBack(removed)
  else if (isReacts(removed)) observer.observe(removed, { characterData: true })
}

const observer = new MutationObserver((records) => {
  for (const { type, target, addedNodes, removedNodes, previousSibling, nextSibling } of records) {
    if (type === 'characterData') noteChange(target)
    for (const added of addedNodes) {
      standIns.delete(added)
      if (!isReacts(added)) free.add(added)
    }
    for (const removed of removedNodes) {
      const place = [...addedNodes, previousSibling, nextSibling].find((one) => one && free.delete(one))
      if (place) noteRemoval(removed, place as ChildNode)
      else standIns.delete(removed)
    }
  }
})

/** Notes what a translator puts in the place of which text, so that React's changes are seen and nothing is left over. */
export const watchForeignNodes = () =>
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
