import { store } from '../ui/store'

const underWay = store(0)

/** Counts a page on its way; the line under the header shows it. Safe to call while drawing. */
export function trackWaiting<Result>(promise: Promise<Result>): Promise<Result> {
  queueMicrotask(() => underWay.set(underWay.get() + 1))
  return promise.finally(() => underWay.set(underWay.get() - 1))
}

/** Appears only when a page takes longer than a blink: the style waits 200 ms. */
export function WaitingLine() {
  const isWaiting = underWay.use() > 0
  return (
    <div role="status" className="absolute inset-x-0 -bottom-px h-0.5 overflow-hidden">
      {isWaiting && (
        <span className="block h-full animate-wait bg-accent">
          <span className="sr-only">페이지를 불러오는 중입니다.</span>
        </span>
      )}
    </div>
  )
}
