/** How far from its place at the top of the window, in pixels, the element that was jumped to may stand. */
const NEAR = 160

const target = () => {
  try {
    return document.getElementById(decodeURIComponent(location.hash.slice(1)))
  } catch {
    return null
  }
}

/**
 * Repeats a jump to a `#hash` once fonts have changed the height of the text above it: the heading that was asked for
 * would stand above the window. Whoever has scrolled on since stays where they are.
 */
export function holdJumps() {
  let held: number | undefined
  const note = () => {
    const top = location.hash ? target()?.getBoundingClientRect().top : undefined
    held = top !== undefined && Math.abs(top) < NEAR ? window.scrollY : undefined
  }
  note()
  window.addEventListener('scroll', note, { passive: true })
  document.fonts?.addEventListener('loadingdone', () => {
    if (held === window.scrollY) target()?.scrollIntoView()
  })
}
