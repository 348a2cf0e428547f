import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import type { Typed } from '../desk/wish'
import { SelectField, TextField } from '../frame/field'
import type { WrittenKind } from './queries'
import { isSlug, NAMED, NAMES, SYSTEMS } from './words'

/** Hints at what the text begins with, by its kind. */
const HINTS: Partial<Record<WrittenKind, string>> = {
  release:
    '같은 운영체제에 올린 프로그램이 있으면 그 글로 시작합니다. 새 버전마다 새 글로 올리면 회원이 이전 버전도 찾을 수 있습니다.',
  legal:
    '앞선 판이 있으면 그 글로, 없으면 준비된 기본 글로 시작합니다. 게시하기 전에 우리 가게에 맞는지 끝까지 읽어 주세요.',
}

/** The name in the address: one of the fixed names of its kind, or a free one. */
export function NameField(form: UseFormReturn<Typed>) {
  const kind = (form.watch('kind') || 'notice') as WrittenKind
  return <Name key={kind} kind={kind} form={form} />
}

function Name({ kind, form }: { kind: WrittenKind; form: UseFormReturn<Typed> }) {
  const [typed, setTyped] = useState('')
  const [system, setSystem] = useState<string>(SYSTEMS[0])
  const names = NAMES[kind]
  // The page of its system finds a release by the first word of its name.
  const whole = (name: string, of: string) => (kind === 'release' && name ? `${of}-${name}` : name)
  function set(name: string, of = system) {
    setTyped(name)
    setSystem(of)
    const slug = whole(name, of)
    form.setValue('slug', isSlug(slug) ? slug : '', { shouldDirty: true })
  }
  return (
    <div className="grid gap-3">
      {kind === 'release' && (
        <SelectField label="운영체제" value={system} onChange={({ target }) => set(typed, target.value)}>
          {SYSTEMS.map((name) => (
            <option key={name} value={name}>
              {NAMED[name]}
            </option>
          ))}
        </SelectField>
      )}
      {names.length > 0 ? (
        <SelectField label="이름" value={typed} onChange={({ target }) => set(target.value)}>
          <option value="">고르기</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {NAMED[name] ?? name}
            </option>
          ))}
        </SelectField>
      ) : (
        <TextField
          label="주소에 쓸 이름"
          help={`영문 소문자, 숫자와 하이픈으로 씁니다. 예: ${kind === 'release' ? '64bit-1-2-0' : 'winter-maintenance'}`}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={80}
          value={typed}
          error={
            typed && !isSlug(whole(typed, system))
              ? '영문 소문자, 숫자와 하이픈만 쓸 수 있습니다.'
              : undefined
          }
          onChange={({ target }) => set(target.value)}
        />
      )}
      {HINTS[kind] && <p className="text-ink-2 text-small">{HINTS[kind]}</p>}
    </div>
  )
}
