import { useEffect } from 'react'
import { store } from './store'

const SHOWN_FOR = 4000
const current = store<{ text: string } | null>(null)

/** Confirms what the user just did, and nothing else. A new toast replaces the old one. */
export const showToast = (text: string) => current.set({ text })

export function ToastPlace() {
  const toast = current.use()
  useEffect(() => {
    if (!toast) return
    const timer = setTimeout(() => current.set(null), SHOWN_FOR)
    return () => clearTimeout(timer)
  }, [toast])
  return (
    <div
      role="status"
      // The bottom belongs to the bar with the total and the button, and to whatever heading has scrolled there; below the
      // header begins the page's own. Over the header itself it covers neither, on any width.
      className="pointer-events-none fixed inset-x-0 top-2 z-50 flex justify-center px-5"
    >
      {toast && (
        <p className="animate-rise rounded-control bg-ink px-5 py-3 text-paper text-small floating">
          {toast.text}
        </p>
      )}
    </div>
  )
}
