import { ArrowUp } from 'lucide-react'
import { useEffect, useState } from 'react'
import { IconButton } from '../ui/button'

const SHOWN_FOR = 3000
const SCROLLED_PAST = 100

/**
 * A button for small screens (768 px and less), shown while scrolling and hidden again soon after. It stands in the free
 * part of the header, which is always in sight: nowhere else on a phone is a place that no price, date or button scrolls
 * through.
 */
export function BackToTop() {
  const [isShown, setShown] = useState(false)
  useEffect(() => {
    let timer = 0
    const update = () => {
      clearTimeout(timer)
      const isBelow = window.scrollY > SCROLLED_PAST
      setShown(isBelow)
      if (isBelow) timer = window.setTimeout(() => setShown(false), SHOWN_FOR)
    }
    window.addEventListener('scroll', update, { passive: true })
    return () => {
      clearTimeout(timer)
      window.removeEventListener('scroll', update)
    }
  }, [])

  function scrollToTop() {
    const isReduced = matchMedia('(prefers-reduced-motion: reduce)').matches
    window.scrollTo({ top: 0, behavior: isReduced ? 'instant' : 'smooth' })
    // The button disappears at the top, so the focus moves to the content there.
    document.getElementById('content')?.focus({ preventScroll: true })
  }

  if (!isShown) return null
  return (
    <IconButton
      aria-label="맨 위로"
      onClick={scrollToTop}
      className="fixed top-2.5 right-16 z-20 animate-rise rounded-full! border border-line bg-paper text-ink min-[769px]:hidden"
    >
      <ArrowUp aria-hidden="true" className="size-5" strokeWidth={1.75} />
    </IconButton>
  )
}
