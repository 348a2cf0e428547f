import { useForm } from 'react-hook-form'
import type { TaxInvoiceRequest } from '../api/types'
import { isBusinessNumber } from '../korean/business-number'
import { digitsOf } from '../korean/digits'
import { checkEmail, showRefusal, useFocusOnWrong } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
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

const isField = (name: string) => (name in EMPTY ? name : undefined)

export function TaxInvoiceForm({ orderId, onCancel }: { orderId: string; onCancel: () => void }) {
  const request = useTaxInvoice(orderId)
  const form = useForm({ shouldFocusError: false, defaultValues: EMPTY })
  const element = useFocusOnWrong(form)
  const { errors, isSubmitting } = form.formState
  const errorOf = (name: keyof TaxInvoiceRequest) => errors[name]?.message

  const submit = (values: TaxInvoiceRequest) =>
    request.mutateAsync(trimmed(values)).then(
      () => showToast('세금계산서를 신청했습니다.'),
      (error) => showRefusal(form, error, isField),
    )

  return (
    <form ref={element} noValidate onSubmit={form.handleSubmit(submit)} className="grid gap-5">
      <TextField
        label="사업자등록번호"
        inputMode="numeric"
        maxLength={12}
        help="숫자 10자리"
        error={errorOf('businessNumber')}
        {...form.register('businessNumber', { validate: checkNumber })}
      />
      <TextField
        label="상호"
        maxLength={100}
        autoComplete="organization"
        error={errorOf('company')}
        {...form.register('company', { required: '상호를 입력해 주세요.' })}
      />
      <TextField
        label="대표자"
        maxLength={60}
        error={errorOf('representative')}
        {...form.register('representative', { required: '대표자 이름을 입력해 주세요.' })}
      />
      <TextField
        label="사업장 주소"
        optional
        maxLength={200}
        error={errorOf('address')}
        {...form.register('address')}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField
          label="업태"
          optional
          maxLength={60}
          error={errorOf('businessType')}
          {...form.register('businessType')}
        />
        <TextField
          label="종목"
          optional
          maxLength={60}
          error={errorOf('businessItem')}
          {...form.register('businessItem')}
        />
      </div>
      <TextField
        label="받으실 이메일"
        type="email"
        autoComplete="email"
        maxLength={254}
        error={errorOf('email')}
        {...form.register('email', { validate: checkEmail })}
      />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <div className="flex gap-3">
        <Button type="submit" loading={isSubmitting}>
          신청하기
        </Button>
        <Button kind="quiet" onClick={onCancel} disabled={isSubmitting}>
          취소
        </Button>
      </div>
    </form>
  )
}
