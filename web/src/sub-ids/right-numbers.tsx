import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import type { GrantChoice, GrantState, SubIdDetail } from '../api/types'
import { Form, inputOf, showRefusal, useMember } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { showToast } from '../ui/toast'
import { changesName, changesUsed, serviceName, ticketsMissing } from './words'

const MOST_CHANGES = 100_000

const checkNumber = (most: number) => (typed: string) =>
  (/^\d{1,6}$/.test(typed.trim()) && Number(typed) <= most) ||
  `0부터 ${most.toLocaleString('ko-KR')}까지의 숫자로 입력해 주세요.`

interface RightNumbersProps {
  grant: GrantState
  save: (numbers: Pick<GrantChoice, 'deviceLimit' | 'changeLimit'>) => Promise<SubIdDetail>
  /** When a switch of the same right was last turned: what was refused before is no longer to be read then. */
  switchedAt: number
}

/** How many devices it may add, and how often it may change the address, with what it has used of both. */
export function RightNumbers({ grant, save, switchedAt }: RightNumbersProps) {
  const { kind, planDeviceLimit, deviceLimit, changeLimit, devices } = grant
  const form = useForm({
    shouldFocusError: false,
    // What is saved, here or in another tab, comes back as what the fields start from.
    values: { deviceLimit: String(deviceLimit), changeLimit: String(changeLimit) },
  })
  const { errors, isSubmitting, isDirty } = form.formState
  const { clearErrors } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: each turn of a switch, which brings its own answer
  useEffect(() => clearErrors('root'), [switchedAt, clearErrors])
  const onChange = () => clearErrors('root')
  const missing = ticketsMissing(grant, form.watch('changeLimit'), useMember()?.ipTicket ?? 0)
  return (
    <Form
      form={form}
      onSubmit={(typed) =>
        save({ deviceLimit: Number(typed.deviceLimit), changeLimit: Number(typed.changeLimit) }).then(
          () => {
            showToast('저장되었습니다.')
            form.setFocus('deviceLimit') // the button, which had the focus, goes
          },
          (error: unknown) => showRefusal(form, error),
        )
      }
      className="grid gap-4"
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="기기"
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          help={`${devices.length}대 등록됨 · 상품에서 모두 ${planDeviceLimit}대까지`}
          {...inputOf(form, 'deviceLimit', { validate: checkNumber(planDeviceLimit), onChange })}
        />
        <TextField
          label={changesName(kind)}
          inputMode="numeric"
          autoComplete="off"
          maxLength={6}
          help={
            <>
              {changesUsed(grant)}
              {missing && <span className="mt-1 block text-warn">{missing}</span>}
            </>
          }
          {...inputOf(form, 'changeLimit', { validate: checkNumber(MOST_CHANGES), onChange })}
        />
      </div>
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      {isDirty && (
        <Button
          type="submit"
          kind="quiet"
          size="small"
          aria-label={`${serviceName(grant)} 권한 저장`}
          loading={isSubmitting}
          className="justify-self-start"
        >
          저장
        </Button>
      )}
    </Form>
  )
}
