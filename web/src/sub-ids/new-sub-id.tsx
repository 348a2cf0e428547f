import { useEffect, useRef } from 'react'
import { useForm } from 'react-hook-form'
import type { MadeSubId } from '../api/types'
import { checkId, Form, ID_RULE, inputOf, showRefusal } from '../members'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { FormButtons } from '../ui/form-buttons'
import type { Draft } from './kept'
import { useMake } from './queries'

export const checkLabel = (name: string) => {
  const { length } = [...name.normalize('NFC').trim()]
  return (length >= 2 && length <= 60) || '이름은 2~60자로 입력해 주세요.'
}

interface NewSubIdProps {
  /** What was typed before this page was loaded anew. */
  draft: Draft
  onDraft: (draft: Draft) => void
  onMade: (made: MadeSubId) => void
  onCancel: () => void
}

/** Asks for what a sub-id needs, and makes it. */
export function NewSubId({ draft, onDraft, onMade, onCancel }: NewSubIdProps) {
  const make = useMake()
  const form = useForm({ shouldFocusError: false, defaultValues: draft })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { errors, isSubmitting } = form.formState
  const onChange = () => onDraft(form.getValues())

  return (
    <section aria-label="서브 아이디 만들기" className="grid gap-5 rounded-card bg-surface p-5 sm:p-6">
      <h2 ref={heading} tabIndex={-1} className="text-lead">
        서브 아이디 만들기
      </h2>
      <Form
        form={form}
        onSubmit={({ loginId, name, lastDay }) =>
          make
            .mutateAsync({ loginId, name: name.trim(), lastDay: lastDay || null })
            .then(onMade, (error: unknown) => showRefusal(form, error))
        }
        className="grid max-w-form gap-5"
      >
        <TextField
          label="아이디"
          help={`${ID_RULE} 삭제한 뒤에도 다시 쓸 수 없는 아이디입니다.`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          {...inputOf(form, 'loginId', { validate: checkId, onChange })}
        />
        <TextField
          label="이름"
          help="누가 쓰는 아이디인지 알아볼 이름입니다. 쓰시는 분에게도 보입니다."
          placeholder="예: 영업1팀 김민수"
          autoComplete="off"
          maxLength={60}
          {...inputOf(form, 'name', { validate: checkLabel, onChange })}
        />
        <TextField
          label="마지막 날"
          optional
          type="date"
          help="이날까지만 쓸 수 있습니다. 비워 두면 기간을 정하지 않습니다."
          {...inputOf(form, 'lastDay', { onChange })}
        />
        {errors.root?.message && <Callout tone="danger">{errors.root.message}</Callout>}
        <FormButtons label="만들기" busy={isSubmitting} onCancel={onCancel} />
      </Form>
    </section>
  )
}
