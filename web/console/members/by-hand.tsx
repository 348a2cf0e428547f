import { type FormEvent, useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextField } from '../frame/field'
import { type Confirmed, PreviewDialog } from '../frame/preview-dialog'
import { type Member, useMembersChanged } from './queries'
import { nameOf } from './words'

type Of = 'points' | 'tickets'

const MOST: Record<Of, number> = { points: 10_000_000, tickets: 1_000 }
const MOST_DAYS = 1_095

/** A whole number within bounds that somebody typed, with or without commas; `null` for anything else. */
function wholeOf(typed: string, most: number): number | null {
  const plain = typed.replaceAll(',', '').trim()
  const number = /^\d{1,9}$/.test(plain) ? Number(plain) : 0
  return number >= 1 && number <= most ? number : null
}

/** Gives or takes points or tickets. What was typed stays while the preview is looked at and closed again. */
export function ByHand({ member, onClose }: { member: Member; onClose: () => void }) {
  const changed = useMembersChanged()
  const [of, setOf] = useState<Of>('points')
  const [isGiving, setGiving] = useState(true)
  const [amount, setAmount] = useState('')
  const [days, setDays] = useState('90')
  const [isSeen, setSeen] = useState(false)

  const whole = wholeOf(amount, MOST[of])
  const goodFor = wholeOf(days, MOST_DAYS)
  const asksDays = of === 'tickets' && isGiving
  const isReady = whole !== null && (!asksDays || goodFor !== null)
  const signed = (whole ?? 0) * (isGiving ? 1 : -1)
  const what = `${of === 'points' ? '포인트' : 'IP 교체권'} ${isGiving ? '지급' : '회수'}`
  const values = { id: member.id }

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setSeen(true)
  }

  if (isSeen) {
    const points = { amount: signed }
    const tickets = { amount: signed, days: goodFor ?? 90 }
    return (
      <PreviewDialog
        title={`${nameOf(member)} ${what}`}
        confirmLabel={`${what}하기`}
        load={() =>
          of === 'points'
            ? post(path('/api/v1/console/members/{id}/points/preview', values), points)
            : post(path('/api/v1/console/members/{id}/tickets/preview', values), tickets)
        }
        confirm={(confirmed: Confirmed, key) =>
          send(
            'POST',
            of === 'points'
              ? path('/api/v1/console/members/{id}/points', values)
              : path('/api/v1/console/members/{id}/tickets', values),
            { ...(of === 'points' ? points : tickets), key, ...confirmed },
          )
        }
        onDone={async () => {
          await changed()
          showToast(`${what}를 마쳤습니다.`)
          onClose()
        }}
        onClose={() => setSeen(false)}
      />
    )
  }
  return (
    <Dialog title={`${nameOf(member)} 포인트·교체권`} onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <SelectField label="무엇을" value={of} onChange={(event) => setOf(event.target.value as Of)}>
          <option value="points">포인트</option>
          <option value="tickets">IP 교체권</option>
        </SelectField>
        <SelectField
          label="할 일"
          value={isGiving ? 'give' : 'take'}
          onChange={(event) => setGiving(event.target.value === 'give')}
        >
          <option value="give">지급</option>
          <option value="take">회수</option>
        </SelectField>
        <TextField
          label={of === 'points' ? '포인트' : '장수'}
          inputMode="numeric"
          autoComplete="off"
          help="설정의 ‘하루에 혼자 내주는 한도’를 넘으면 다른 직원의 확인이 필요합니다."
          error={amount && whole === null ? '1 이상의 숫자로 입력해 주세요.' : undefined}
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
        />
        {asksDays && (
          <TextField
            label="사용 기한(일)"
            inputMode="numeric"
            autoComplete="off"
            help="오늘부터 며칠 동안 쓸 수 있는지 적어 주세요."
            error={goodFor === null ? `1~${MOST_DAYS} 사이의 숫자로 입력해 주세요.` : undefined}
            value={days}
            onChange={(event) => setDays(event.target.value)}
          />
        )}
        <FormButtons isReady={isReady}>미리 보기</FormButtons>
      </form>
    </Dialog>
  )
}
