import type { Rotation, RotationChoice } from '../../api/types'
import { minutesInWords } from '../../korean/durations'
import { SelectField } from '../../ui/field'
import { Switch } from '../../ui/switch'
import { useChooseRotation } from './queries'

const MINUTES = [1, 3, 5, 10, 30, 60, 180, 360, 720, 1440]

/** Whether the address changes by itself, and what becomes of open connections. Both take effect at once. */
export function Timer({ serviceId, rules }: { serviceId: number; rules: Rotation }) {
  const choose = useChooseRotation(serviceId)
  const { timer, onReconnect, letRun } = choose.isPending ? choose.variables : rules
  const offered = MINUTES.filter((minutes) => rules.timerLeast <= minutes && minutes <= rules.timerMost)
  const listed = timer && !offered.includes(timer) ? [...offered, timer].sort((a, b) => a - b) : offered
  const change = (changed: Partial<RotationChoice>) =>
    choose.mutate({ timer, onReconnect, letRun, ...changed })

  return (
    <div className="grid gap-4">
      <SelectField
        label="타이머"
        value={timer ?? ''}
        help="정한 시간마다 다른 IP로 바뀝니다. 실제 시각은 앞뒤로 조금 달라집니다."
        error={choose.error?.message}
        onChange={({ target }) => change({ timer: target.value ? Number(target.value) : null })}
      >
        <option value="">끄기</option>
        {listed.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutesInWords(minutes)}마다
          </option>
        ))}
      </SelectField>
      <Switch
        label="재접속할 때 변경"
        note="모든 기기의 연결이 끊기고 3분이 지나면 다음 접속부터 다른 IP를 씁니다. 하루 변경 횟수에는 포함되지 않습니다."
        checked={onReconnect}
        disabled={choose.isPending}
        onChange={(checked) => change({ onReconnect: checked })}
      />
      <Switch
        label="열려 있는 연결 이어 쓰기"
        note="켜면 변경할 때 열려 있던 연결이 최대 10분 동안 이전 IP로 이어집니다. 끄거나 남은 IP가 거의 없으면 바로 끊깁니다."
        checked={letRun}
        disabled={choose.isPending}
        onChange={(checked) => change({ letRun: checked })}
      />
    </div>
  )
}
