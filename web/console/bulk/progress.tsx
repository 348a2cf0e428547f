import type { Run } from './queries'

/** How many rows have a result, as a bar and in words. */
export function Progress({ run }: { run: Pick<Run, 'total' | 'done' | 'skipped' | 'failed'> }) {
  const settled = run.done + run.skipped + run.failed
  return (
    <div className="grid gap-1">
      <svg
        role="progressbar"
        aria-label="처리한 정도"
        aria-valuemin={0}
        aria-valuenow={settled}
        aria-valuemax={run.total}
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        className="h-2 w-full overflow-hidden rounded-full bg-line"
      >
        <rect width={(settled / run.total) * 100} height="4" className="fill-accent" />
      </svg>
      <p role="status" className="figures text-caption text-ink-2">
        {run.total.toLocaleString()}건 가운데 {settled.toLocaleString()}건 처리
        {run.skipped > 0 && `, 건너뜀 ${run.skipped.toLocaleString()}`}
        {run.failed > 0 && `, 실패 ${run.failed.toLocaleString()}`}
      </p>
    </div>
  )
}
