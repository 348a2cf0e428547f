import { useForm, useWatch } from 'react-hook-form'
import { Form, inputOf, showRefusal } from '../members'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextAreaField } from '../ui/field'
import { showToast } from '../ui/toast'
import { AttachmentField } from './attachment-field'
import { useReply } from './queries'
import { useAttachments } from './use-attachments'
import { useDraft } from './use-draft'
import { BODY_LONGEST, checkBody, lengthOf } from './words'

interface ReplyFormProps {
  inquiryId: number
  /** Called when the reply is in the thread. */
  onSent: () => void
}

export function ReplyForm({ inquiryId, onSent }: ReplyFormProps) {
  const reply = useReply(inquiryId)
  const attachments = useAttachments()
  const form = useForm({ shouldFocusError: false, defaultValues: { body: '' } })
  const draft = useDraft(String(inquiryId), form)
  const body = useWatch({ control: form.control, name: 'body' })
  const { errors, isSubmitting } = form.formState

  async function send(values: { body: string }) {
    if (attachments.obstacle) return attachments.setNotice(attachments.obstacle)
    attachments.setNotice('')
    await reply.mutateAsync({ ...values, images: attachments.ids }).then(
      () => {
        draft.forget()
        attachments.clear()
        showToast('추가 문의가 등록되었습니다.')
        onSent()
      },
      (error) => showRefusal(form, error),
    )
  }

  return (
    <Form form={form} onSubmit={send} className="grid gap-6">
      <TextAreaField
        label="추가 문의"
        rows={5}
        count={lengthOf(body)}
        most={BODY_LONGEST}
        {...inputOf(form, 'body', { validate: checkBody })}
      />
      <AttachmentField attachments={attachments} />
      {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
      <Button type="submit" loading={isSubmitting} className="justify-self-start">
        추가 문의 보내기
      </Button>
    </Form>
  )
}
