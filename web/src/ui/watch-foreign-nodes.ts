import { holdsOthers, isReacts, standIns } from './foreign-nodes'

/** Nodes of a translator that stand for no other node yet. */
const free = new WeakSet<Node>()

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
        standIns.set(removed, place as ChildNode)
        if (isReacts(removed)) observer.observe(removed, { characterData: true })
      } else standIns.delete(removed)
    }
  }
})

/** Notes what a translator puts in the place of which text, so that React's changes are seen and nothing is left over. */
export const watchForeignNodes = () => observer.observe(document.body, { childList: true, subtree: true })
