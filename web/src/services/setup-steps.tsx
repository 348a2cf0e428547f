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

interface KeptHereProps {
  /** Whether the tab keeps the settings when it is loaded anew. */
  isStored: boolean
  /** What ends it, beside the button and the tab. */
  orBy?: string
}

/** How long the settings can still be seen. */
export const KeptHere = ({ isStored, orBy = '' }: KeptHereProps) =>
  isStored
    ? `설정은 이 탭에만 있습니다. 앱을 설치하고 돌아오거나 새로고침해도 그대로이며, 완료를 누르거나 ${orBy}탭을 닫으면 사라집니다.`
    : '이 브라우저는 설정을 간직하지 못하니, 새로고침하거나 탭을 닫기 전에 먼저 저장해 주세요.'
