import { useForm } from 'react-hook-form'
import { Form, showRefusal } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { showToast } from '../ui/toast'
import { AccountFields, type AccountValues, accountField, NO_ACCOUNT, namedAccount } from './account-fields'
import { useRefundAccount } from './queries'

/** Asks for the bank account that an accepted refund waits for. */
export function RefundAccountForm({ orderId }: { orderId: string }) {
  const save = useRefundAccount(orderId)
  const form = useForm<AccountValues>({ shouldFocusError: false, defaultValues: NO_ACCOUNT })
  const refusal = form.formState.errors.root?.message

  const submit = (values: AccountValues) =>
    save.mutateAsync(namedAccount(values)).then(
      () => showToast('환불 계좌를 저장했습니다.'),
      (error) => showRefusal(form, error, accountField),
    )

  return (
    <Form form={form} onSubmit={submit} className="grid gap-5 border-line border-t pt-5">
      <AccountFields form={form} />
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <Button type="submit" className="justify-self-start" loading={save.isPending}>
        이 계좌로 환불받기
      </Button>
    </Form>
  )
}
