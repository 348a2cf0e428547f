import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { Button } from '../frame/button'
import { post } from '../frame/calls'
import { encoded } from '../frame/encoded'
import { Failure } from '../frame/failure'
import { TextArea } from '../frame/field'

/** What a button of the toolbar puts around, or in place of, what is selected. */
const MARKS: [label: string, before: string, after: string][] = [
  ['소제목', '\n## ', '\n'],
  ['굵게', '**', '**'],
  ['목록', '\n- ', ''],
  ['번호', '\n1. ', ''],
  ['링크', '[', '](https://)'],
  ['표', '\n| 항목 | 내용 |\n|---|---|\n| ', ' |  |\n'],
]

const LARGEST = 5 * 1024 * 1024

/** Spaces and other signs that a file's name in a text cannot have. */
const tidy = (name: string) =>
  name
    .normalize('NFC')
    .replaceAll(/[^0-9A-Za-z가-힣._-]+/g, '-')
    .replace(/^[._-]+/, '')

interface MarkdownFieldProps {
  value: string
  onChange: (value: string) => void
}

/** A plain field for Markdown, with buttons for what is used most, and for files. */
export function MarkdownField({ value, onChange }: MarkdownFieldProps) {
  const area = useRef<HTMLTextAreaElement>(null)
  const picker = useRef<HTMLInputElement>(null)
  const upload = useMutation({
    mutationFn: async (file: File) =>
      post('/api/v1/console/content/files', {
        name: tidy(file.name),
        // The server says what is wrong with a file that is too large, without getting all of it.
        content: file.size > LARGEST ? '' : await encoded(file),
      }),
    onSuccess: ({ markdown }) => put(`\n${markdown}\n`, ''),
  })

  function put(before: string, after: string) {
    const [from, to] = [
      area.current?.selectionStart ?? value.length,
      area.current?.selectionEnd ?? value.length,
    ]
    const start = from === 0 ? before.trimStart() : before
    onChange(value.slice(0, from) + start + value.slice(from, to) + after + value.slice(to))
    requestAnimationFrame(() => {
      area.current?.focus()
      area.current?.setSelectionRange(from + start.length, to + start.length)
    })
  }

  return (
    <div className="grid gap-2">
      <fieldset aria-label="서식" className="flex flex-wrap gap-1">
        {MARKS.map(([label, before, after]) => (
          <Button key={label} kind="quiet" onClick={() => put(before, after)}>
            {label}
          </Button>
        ))}
        <Button kind="quiet" loading={upload.isPending} onClick={() => picker.current?.click()}>
          사진·파일
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="사진·파일 고르기"
          accept=".png,.jpg,.jpeg,.webp,.pdf,.hwp,.hwpx,.txt,.zip"
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) upload.mutate(file)
          }}
        />
      </fieldset>
      <Failure error={upload.error} />
      <TextArea
        ref={area}
        label="본문"
        rows={22}
        help="마크다운으로 씁니다. 소제목은 ##부터 씁니다."
        maxLength={100_000}
        className="font-mono"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </div>
  )
}
