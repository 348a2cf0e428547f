import { Check, TextArea, TextField } from '../frame/field'
import type { PlanForm, SoldPlan } from './queries'
import { numberIn } from './words'

export const ROTATION = {
  leastSeconds: 60,
  aDay: 300,
  timerLeast: 1,
  timerMost: 1440,
  otherNetwork: true,
}

interface PlanFieldsProps {
  kind: SoldPlan['kind']
  form: PlanForm
  set: (differs: Partial<PlanForm>) => void
}

/** What a plan promises, for a new one and for a change. */
export function PlanFields({ kind, form, set }: PlanFieldsProps) {
  const rotation = form.rotation ?? ROTATION
  const figure = (
    label: string,
    value: number | null | undefined,
    to: (value: number | undefined) => void,
  ) => (
    <TextField
      label={label}
      inputMode="numeric"
      maxLength={6}
      value={value ?? ''}
      onChange={({ target }) => to(numberIn(target.value))}
    />
  )
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <TextField
        label="이름"
        maxLength={60}
        value={form.name}
        onChange={({ target }) => set({ name: target.value })}
      />
      {figure('목록에서의 순서', form.position, (position) => set({ position: position ?? 0 }))}
      <div className="sm:col-span-2">
        <TextArea
          label="설명"
          optional
          rows={2}
          maxLength={500}
          value={form.description ?? ''}
          onChange={({ target }) => set({ description: target.value })}
        />
      </div>
      {kind !== 'ticket' && (
        <>
          {figure('기기 수', form.deviceLimit, (deviceLimit) => set({ deviceLimit: deviceLimit ?? 0 }))}
          {figure('동시 접속 수', form.connections, (connections) => set({ connections: connections ?? 1 }))}
          {figure('올리는 속도 (Mbps, 비우면 제한 없음)', form.uploadMbit, (mbit) =>
            set({ uploadMbit: mbit ?? null }),
          )}
          {figure('내려받는 속도 (Mbps, 비우면 제한 없음)', form.downloadMbit, (mbit) =>
            set({ downloadMbit: mbit ?? null }),
          )}
        </>
      )}
      {kind === 'dynamic' && (
        <>
          {figure('교체 사이 최소 시간 (초)', rotation.leastSeconds, (seconds) =>
            set({ rotation: { ...rotation, leastSeconds: seconds ?? 1 } }),
          )}
          {figure('하루 교체 횟수', rotation.aDay, (aDay) =>
            set({ rotation: { ...rotation, aDay: aDay ?? 1 } }),
          )}
          {figure('자동 교체, 가장 짧은 간격 (분)', rotation.timerLeast, (minutes) =>
            set({ rotation: { ...rotation, timerLeast: minutes ?? 1 } }),
          )}
          {figure('자동 교체, 가장 긴 간격 (분)', rotation.timerMost, (minutes) =>
            set({ rotation: { ...rotation, timerMost: minutes ?? 1 } }),
          )}
          <Check
            label="다른 /24 대역의 주소를 먼저 줍니다"
            checked={rotation.otherNetwork}
            onChange={({ target }) => set({ rotation: { ...rotation, otherNetwork: target.checked } })}
          />
        </>
      )}
    </div>
  )
}
