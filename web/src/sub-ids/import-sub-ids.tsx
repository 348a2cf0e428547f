import { type ChangeEvent, type FormEvent, useEffect, useRef, useState } from 'react'
import { Problem } from '../api/problem'
import type { MadeSubId } from '../api/types'
import { Callout } from '../ui/callout'
import { TextAreaField, TextField } from '../ui/field'
import { FormButtons } from '../ui/form-buttons'
import { textOfFile, UNREADABLE } from '../ui/text-of-file'
import { useMakeFromFile } from './queries'

const MOST = 20_000

interface ImportProps {
  text: string
  onText: (text: string) => void
  onMade: (made: MadeSubId[]) => void
  onCancel: () => void
}

/** Makes many sub-ids at once, from a file or from what is pasted. Where a line is wrong, none is made. */
export function ImportSubIds({ text, onText, onMade, onCancel }: ImportProps) {
  const make = useMakeFromFile()
  const [error, setError] = useState<string>()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])

  async function read({ target }: ChangeEvent<HTMLInputElement>) {
    const file = target.files?.[0]
    if (!file) return
    make.reset()
    // Far more bytes than so many characters can take, so a picture is not read into memory.
    if (file.size > MOST * 4) return setError('파일이 너무 큽니다. 한 번에 50개까지 만들 수 있습니다.')
    setError(undefined)
    const read = await textOfFile(file)
    if (read === null) setError(UNREADABLE)
    else onText(read)
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!text.trim()) return setError('파일을 고르거나 내용을 붙여 넣어 주세요.')
    if (text.length > MOST) return setError('내용이 너무 깁니다. 한 번에 50개까지 만들 수 있습니다.')
    setError(undefined)
    // Also when this form is gone by then: the links are told only once.
    make.mutateAsync(text).then(onMade, () => undefined)
  }

  return (
    <section aria-label="여러 개 한 번에 만들기" className="grid gap-5 rounded-card bg-surface p-5 sm:p-6">
      <div className="grid gap-1">
        <h2 ref={heading} tabIndex={-1} className="text-lead">
          여러 개 한 번에 만들기
        </h2>
        <p className="max-w-text text-small">
          한 줄에 하나씩, 아이디와 이름을 쉼표로 나누어 적어 주세요. 마지막 날은 필요할 때만 적습니다. 한 번에
          50개까지 만들 수 있고, 한 줄이라도 잘못되면 아무것도 만들지 않습니다.
        </p>
      </div>
      <form method="post" noValidate onSubmit={submit} className="grid gap-5">
        <TextField
          label="CSV 파일"
          optional
          type="file"
          accept=".csv,.txt,text/csv,text/plain"
          className="py-3"
          onChange={read}
        />
        <TextAreaField
          label="내용"
          rows={8}
          spellCheck={false}
          autoCapitalize="none"
          placeholder={'minsu_kim,영업1팀 김민수\njiyeon_park,박지연,2026-12-31'}
          value={text}
          onChange={({ target }) => {
            onText(target.value)
            setError(undefined)
          }}
          error={error}
          count={text.length}
          most={MOST}
        />
        {make.error && <Refusal error={make.error} />}
        <FormButtons label="모두 만들기" busy={make.isPending} onCancel={onCancel} />
      </form>
    </section>
  )
}

function Refusal({ error }: { error: Error }) {
  const fields = error instanceof Problem ? error.fields : []
  if (fields.length === 0) return <Callout tone="danger">{error.message}</Callout>
  return (
    <Callout tone="danger">
      <p className="font-semibold">만들지 않았습니다. 아래를 고쳐 주세요.</p>
      <ul className="figures mt-1 grid gap-1">
        {fields.map(({ name, code, detail }) => (
          <li key={`${name} ${code}`}>{detail}</li>
        ))}
      </ul>
    </Callout>
  )
}
