import { useForm, useWatch } from 'react-hook-form'
import { Form, inputOf, radioOf, showRefusal } from '../members'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextAreaField, TextField } from '../ui/field'
import { useNavigate } from '../ui/navigate'
import { useQueryString } from '../ui/query'
import { showToast } from '../ui/toast'
import { AttachmentField } from './attachment-field'
import { CategoryChoice } from './category-choice'
import { type InquiryValues, inquiryOf, valuesFrom } from './inquiry-values'
import { inquiriesPath, inquiryPath } from './paths'
import { useAsk } from './queries'
import { RelatedFields } from './related-fields'
import { useAttachments } from './use-attachments'
import { useDraft } from './use-draft'
import { BODY_LONGEST, checkBody, checkTitle, lengthOf, TITLE_LONGEST } from './words'

export function InquiryForm() {
  const navigate = useNavigate()
  const ask = useAsk()
  const attachments = useAttachments()
  const form = useForm<InquiryValues>({
    shouldFocusError: false,
    defaultValues: valuesFrom(useQueryString()),
  })
  const draft = useDraft('new', form)
  const body = useWatch({ control: form.control, name: 'body' })
  const { errors, isSubmitting } = form.formState

  async function send(values: InquiryValues) {
    if (attachments.obstacle) return attachments.setNotice(attachments.obstacle)
    attachments.setNotice('')
    await ask.mutateAsync(inquiryOf(values, attachments.ids)).then(
      ({ id }) => {
        draft.forget()
        showToast('문의가 접수되었습니다.')
        navigate(inquiryPath(id), { replace: true })
      },
      (error) => showRefusal(form, error),
    )
  }

  return (
    <Form form={form} onSubmit={send} className="grid gap-7">
      <CategoryChoice {...radioOf(form, 'category', { required: '문의 유형을 선택해 주세요.' })} />
      <RelatedFields form={form} />
      <TextField
        label="제목"
        maxLength={TITLE_LONGEST * 2}
        autoComplete="off"
        {...inputOf(form, 'title', { validate: checkTitle })}
      />
      <TextAreaField
        label="내용"
        rows={9}
        help="사용하시는 기기와 오류 문구, 시각을 함께 적어 주시면 빠르게 확인할 수 있습니다."
        count={lengthOf(body)}
        most={BODY_LONGEST}
        {...inputOf(form, 'body', { validate: checkBody })}
      />
      <AttachmentField attachments={attachments} />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" loading={isSubmitting}>
          문의 보내기
        </Button>
        <ButtonLink to={inquiriesPath(1)} kind="quiet">
          취소
        </ButtonLink>
      </div>
    </Form>
  )
}
