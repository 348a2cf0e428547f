import { useForm } from 'react-hook-form'
import type { TaxInvoiceRequest } from '../api/types'
import { isBusinessNumber } from '../korean/business-number'
import { digitsOf } from '../korean/digits'
import { checkEmail, Form, inputOf, showRefusal } from '../members'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { FormButtons } from '../ui/form-buttons'
import { showToast } from '../ui/toast'
import { useTaxInvoice } from './queries'

const EMPTY: TaxInvoiceRequest = {
  businessNumber: '',
  company: '',
  representative: '',
  address: '',
  businessType: '',
  businessItem: '',
  email: '',
}

const trimmed = (values: TaxInvoiceRequest): TaxInvoiceRequest => ({
  ...(Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value.trim()]),
  ) as unknown as TaxInvoiceRequest),
  businessNumber: digitsOf(values.businessNumber),
})

const checkNumber = (typed: string) =>
  isBusinessNumber(typed) || '사업자등록번호 10자리를 다시 확인해 주세요.'

export function TaxInvoiceForm({ orderId, onCancel }: { orderId: string; onCancel: () => void }) {
  const request = useTaxInvoice(orderId)
  const form = useForm({ shouldFocusError: false, defaultValues: EMPTY })
  const { errors, isSubmitting } = form.formState

  const submit = (values: TaxInvoiceRequest) =>
    request.mutateAsync(trimmed(values)).then(
      () => showToast('세금계산서를 신청했습니다.'),
      (error) => showRefusal(form, error),
    )

  return (
    <Form form={form} onSubmit={submit} className="grid gap-5">
      <TextField
        label="사업자등록번호"
        inputMode="numeric"
        maxLength={12}
        help="숫자 10자리"
        {...inputOf(form, 'businessNumber', { validate: checkNumber })}
      />
      <TextField
        label="상호"
        maxLength={100}
        autoComplete="organization"
        {...inputOf(form, 'company', { required: '상호를 입력해 주세요.' })}
      />
      <TextField
        label="대표자"
        maxLength={60}
        {...inputOf(form, 'representative', { required: '대표자 이름을 입력해 주세요.' })}
      />
      <TextField label="사업장 주소" optional maxLength={200} {...inputOf(form, 'address')} />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField label="업태" optional maxLength={60} {...inputOf(form, 'businessType')} />
        <TextField label="종목" optional maxLength={60} {...inputOf(form, 'businessItem')} />
      </div>
      <TextField
        label="받으실 이메일"
        type="email"
        autoComplete="email"
        maxLength={254}
        {...inputOf(form, 'email', { validate: checkEmail })}
      />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <FormButtons label="신청하기" busy={isSubmitting} onCancel={onCancel} />
    </Form>
  )
}
