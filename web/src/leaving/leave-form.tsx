import { useMutation } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { post } from '../api/client'
import { CurrentPassword, checkCurrent, Form, inputOf, showRefusal } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { Checkbox } from '../ui/checkbox'
import { FieldError } from '../ui/field'
import { openModal } from '../ui/modal'

const CONSENT_ERROR = 'leave-consent-error'

/** The last step of leaving: a ticked box, the password, and a confirmation. */
export function LeaveForm() {
  const leave = useMutation({
    mutationFn: (currentPw: string) => post('/api/v1/member/leave', { currentPw }),
  })
  const form = useForm({
    shouldFocusError: false,
    defaultValues: { understood: false, currentPw: '' },
  })
  const { errors } = form.formState

  const ask = ({ currentPw }: { currentPw: string }) =>
    openModal({
      type: 'confirm',
      danger: true,
      title: '탈퇴하시겠습니까?',
      message: '탈퇴하면 바로 로그아웃되며 되돌릴 수 없습니다.',
      confirmLabel: '탈퇴하기',
      onConfirm: (close) =>
        leave
          .mutateAsync(currentPw)
          .finally(close)
          .then(
            // Load a new document: this one still holds the member's data.
            () => location.assign('/mypage/leave/done'),
            (error) => showRefusal(form, error),
          ),
    })

  return (
    <Form form={form} onSubmit={ask} className="mt-8 grid gap-5">
      <div>
        <Checkbox
          label="위 내용을 모두 확인했으며, 사라지는 것을 되돌릴 수 없음을 이해했습니다."
          aria-invalid={errors.understood ? true : undefined}
          aria-describedby={CONSENT_ERROR}
          {...form.register('understood', { required: '내용을 확인하고 체크해 주세요.' })}
        />
        <FieldError id={CONSENT_ERROR} error={errors.understood?.message} />
      </div>
      <CurrentPassword {...inputOf(form, 'currentPw', { validate: checkCurrent })} />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <Button type="submit" kind="danger" wide loading={leave.isPending}>
        회원탈퇴
      </Button>
    </Form>
  )
}
