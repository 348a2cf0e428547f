import { Skeleton } from '../../src/ui/skeleton'

const LINES = [1, 2, 3, 4, 5, 6, 7, 8]

/** Rows that are still to come, as high as they will be. */
export function TableSkeleton({ label }: { label: string }) {
  return (
    <div role="status">
      <span className="sr-only">{label} 목록을 불러오고 있습니다.</span>
      {LINES.map((line) => (
        <div key={line} className="flex h-10 items-center gap-6 border-line border-t px-3">
          <Skeleton className="h-4 w-40" />
          <Skeleton className="h-4 w-24" />
          <Skeleton className="h-4 flex-1" />
        </div>
      ))}
    </div>
  )
}
