import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'

const SHOWN_FOR = 3000
const SCROLLED_PAST = 100

/** For small screens (768 px and less): there while one scrolls, gone when one reads. */
export function BackToTop() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer = 0
    const follow = () => {
      clearTimeout(timer)
      const isBelow = window.scrollY > SCROLLED_PAST
      setShown(isBelow)
      if (isBelow) timer = window.setTimeout(() => setShown(false), SHOWN_FOR)
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', follow)
    }
  }, [])

  function climb() {
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: isCalm ? 'instant' : 'smooth' })
    // The button goes away at the top; the keyboard goes on from there.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  if (!isShown) return null
  return (
    <button
      type="button"
      aria-label="맨 위로"
      onClick={climb}
      className="above-bottom-bar fixed right-5 bottom-5 z-10 grid size-12 animate-rise place-items-center rounded-full bg-paper text-ink floating min-[769px]:hidden"
    >
      <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </button>
  )
}
