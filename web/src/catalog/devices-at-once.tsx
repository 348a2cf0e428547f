import type { Plan } from '../api/types'
import { useConfig } from '../site'

export type DeviceNumbers = Pick<Plan, 'deviceLimit' | 'connections'>

/** Says which device stops when more are connected than may be; nothing where none would. */
export function useTakeOver({ deviceLimit, connections }: DeviceNumbers): string | null {
  const { connYn } = useConfig()
  return connYn === 'Y' && connections < deviceLimit
    ? '새 기기를 연결하면 먼저 연결한 기기가 멈춥니다.'
    : null
}

/**
 * How many devices a plan is for, and what happens to the one before: the value of a row of a summary. On phones and low
 * windows the checkout says the latter below, so that it stays short.
 */
export function DevicesAtOnce({ of }: { of: DeviceNumbers }) {
  const takeOver = useTakeOver(of)
  return (
    <>
      {of.deviceLimit}대 등록 · 동시 {of.connections}대
      {takeOver && <span className="block text-caption text-ink-2 low:hidden max-sm:hidden">{takeOver}</span>}
    </>
  )
}
