import { useForm } from 'react-hook-form'
import type { SubIdDetail } from '../api/types'
import { Form, inputOf, showRefusal } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { showToast } from '../ui/toast'
import { checkLabel } from './new-sub-id'
import { Part } from './part'
import { useChange } from './queries'

/** Its name and its last day. */
export function Basics({ subId: { id, name, lastDay } }: { subId: SubIdDetail }) {
  const change = useChange(id)
  // What is saved, here or in another tab, comes back as what the fields start from.
  const form = useForm({ shouldFocusError: false, values: { name, lastDay: lastDay ?? '' } })
  const { errors, isSubmitting, isDirty } = form.formState
  return (
    <Part
      title="이름과 기간"
      lead="마지막 날이 지나면 로그인이 풀리고 기기의 연결이 끊깁니다. 날짜를 늦추면 다시 쓸 수 있습니다."
    >
      <Form
        form={form}
        onSubmit={(values) =>
          change.mutateAsync({ name: values.name.trim(), lastDay: values.lastDay || null }).then(
            () => showToast('저장되었습니다.'),
            (error: unknown) => showRefusal(form, error),
          )
        }
        className="grid max-w-form gap-5"
      >
        <TextField
          label="이름"
          autoComplete="off"
          maxLength={60}
          {...inputOf(form, 'name', { validate: checkLabel })}
        />
        <TextField
          label="마지막 날"
          optional
          type="date"
          help="비워 두면 기간을 정하지 않습니다."
          {...inputOf(form, 'lastDay')}
        />
        {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
        <Button
          type="submit"
          kind="quiet"
          className="justify-self-start"
          disabled={!isDirty}
          loading={isSubmitting}
        >
          저장
        </Button>
      </Form>
    </Part>
  )
}
