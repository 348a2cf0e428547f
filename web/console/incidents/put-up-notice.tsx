import { useEffect } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Field } from '../desk/changes'
import type { Typed } from '../desk/wish'
import { TextArea } from '../frame/field'

/** What a draft leaves to whoever puts it up. */
const BRACKETS = '[직접 적어 주세요]'

interface PutUpNoticeProps {
  id: number
  title: string
  draft: string
  onClose: () => void
}

/** A notice on the site for those who cannot be reached: its end is shown before it begins. */
export function PutUpNotice({ id, title, draft, onClose }: PutUpNoticeProps) {
  return (
    <ChangeDialog
      change="incidents.notice"
      target={id}
      title="홈페이지에 30일 공지"
      start={{ title, body: draft }}
      own={{
        body: (form: UseFormReturn<Typed>, field: Field) => <NoticeText form={form} field={field} />,
      }}
      onClose={onClose}
    />
  )
}

/** The text. As long as brackets are left in it there is no preview, and typing goes on at the first of them. */
function NoticeText({ form, field }: { form: UseFormReturn<Typed>; field: Field }) {
  const { error } = form.getFieldState('body', form.formState)
  const tries = form.formState.submitCount
  useEffect(() => {
    const words = document.activeElement
    if (tries === 0 || !(words instanceof HTMLTextAreaElement)) return
    const place = words.value.indexOf(BRACKETS)
    if (place !== -1) words.setSelectionRange(place, place + BRACKETS.length)
  }, [tries])
  return (
    <TextArea
      label={field.label}
      help={`${field.help} 공지사항 맨 위에 고정되고, 30일이 지나면 자동으로 내려갑니다. 연락처를 몰라 따로 알릴 수 없는 회원이 있을 때 올립니다.`}
      error={error && `${BRACKETS}라고 된 곳을 채워 주세요.`}
      rows={14}
      maxLength={field.maxLength}
      {...form.register('body', { validate: (typed) => !String(typed).includes(BRACKETS) })}
    />
  )
}
