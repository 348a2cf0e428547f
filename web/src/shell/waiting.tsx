import { store } from '../ui/store'

const pending = store(0)

/** Counts a page that is being loaded, for the line under the header. May be called while rendering. */
export function trackWaiting<Result>(promise: Promise<Result>): Promise<Result> {
  queueMicrotask(() => pending.set(pending.get() + 1))
  return promise.finally(() => pending.set(pending.get() - 1))
}

/** A moving line while a page is loaded. Its style waits 200 ms, so that fast pages do not show it. */
export function WaitingLine() {
  const isWaiting = pending.use() > 0
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
