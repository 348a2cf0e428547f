import { CATEGORIES } from '../../generated/words/publishing'
import { Check, SelectField, TextArea, TextField } from '../frame/field'
import type { Written, WrittenKind } from './queries'
import { ReleaseFields } from './release-fields'

interface KindFieldsProps {
  kind: WrittenKind
  written: Written
  onChange: (changes: Partial<Written>) => void
}

/** The fields around the words, as far as this kind of text has them. */
export function KindFields({ kind, written, onChange }: KindFieldsProps) {
  return (
    <>
      <TextField
        label={kind === 'faq' ? '질문' : '제목'}
        maxLength={150}
        value={written.title}
        onChange={(event) => onChange({ title: event.target.value })}
      />
      {kind === 'notice' && (
        <Check
          label="목록 맨 위에 고정"
          checked={written.pinned}
          onChange={(event) => onChange({ pinned: event.target.checked })}
        />
      )}
      {kind === 'faq' && <QuestionFields written={written} onChange={onChange} />}
      {kind === 'release' && <ReleaseFields written={written} onChange={onChange} />}
      {kind === 'legal' && (
        <TextField
          label="시행일"
          type="date"
          help="회원에게 7일 전(불리한 변경은 30일 전)부터 보이도록 게시해 주세요."
          value={written.effectiveFrom ?? ''}
          onChange={(event) => onChange({ effectiveFrom: event.target.value || null })}
        />
      )}
      <TextField
        label="검색 설명"
        optional
        maxLength={300}
        help="비워 두면 본문의 첫 문장을 씁니다."
        value={written.description}
        onChange={(event) => onChange({ description: event.target.value })}
      />
      {kind === 'page' &&
        Object.entries(written.texts ?? {}).map(([name, text]) => (
          <TextArea
            key={name}
            label={name}
            rows={2}
            maxLength={2000}
            value={text}
            onChange={(event) => onChange({ texts: { ...written.texts, [name]: event.target.value } })}
          />
        ))}
    </>
  )
}

const QuestionFields = ({ written, onChange }: Omit<KindFieldsProps, 'kind'>) => (
  <>
    <SelectField
      label="분류"
      value={written.category ?? ''}
      onChange={(event) =>
        onChange({ category: (event.target.value || null) as NonNullable<Written['category']> | null })
      }
    >
      <option value="">고르기</option>
      {Object.entries(CATEGORIES).map(([value, label]) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </SelectField>
    <TextField
      label="순서"
      type="number"
      min={0}
      help="작은 수가 먼저 나옵니다."
      value={String(written.position)}
      onChange={(event) => onChange({ position: Math.max(0, Number(event.target.value) || 0) })}
    />
    <Check
      label="첫 화면에도 보이기"
      checked={written.home}
      onChange={(event) => onChange({ home: event.target.checked })}
    />
  </>
)
