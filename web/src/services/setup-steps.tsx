import type { ReactNode } from 'react'

interface StepProps {
  number: number
  title: string
  children?: ReactNode
}

/** One step of a setup: what to do, and below it the way to do it. */
export function Step({ number, title, children }: StepProps) {
  return (
    <li className="flex gap-3">
      <span
        aria-hidden="true"
        className="figures mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-surface font-semibold text-caption"
      >
        {number}
      </span>
      <div className="grid min-w-0 grow gap-3">
        <p className="font-medium">{title}</p>
        {children}
      </div>
    </li>
  )
}

/** The last step, the same on every device. */
export const SwitchOn = () => (
  <Step number={3} title="앱에서 연결을 켭니다">
    <p className="-mt-2 text-caption text-ink-2">아래 연결 확인이 저절로 초록색으로 바뀝니다.</p>
  </Step>
)
