import { SelectField, TextField } from '../frame/field'
import { ProgramField } from './program-field'
import type { Release, Written } from './queries'

/** Where a program is had from. */
export const SOURCES: Record<Release['kind'], string> = {
  file: '우리 서버의 설치 파일',
  link: '제작사 서버의 파일',
  store: '앱 스토어',
}

const EMPTY: Release = {
  kind: 'file',
  name: '',
  version: '',
  releasedOn: null,
  url: '',
  file: '',
  size: null,
  sha256: '',
  requires: '',
}

interface ReleaseFieldsProps {
  written: Written
  onChange: (changes: Partial<Written>) => void
}

/** A program of the download pages: what it is, and where it is had from. */
export function ReleaseFields({ written, onChange }: ReleaseFieldsProps) {
  const release = { ...EMPTY, ...written.release }
  const change = (changes: Partial<Release>) => onChange({ release: { ...release, ...changes } })
  return (
    <>
      <TextField
        label="프로그램 이름"
        maxLength={300}
        help="같은 이름으로 올린 것은 한 프로그램의 이전 버전으로 묶입니다."
        value={release.name}
        onChange={(event) => change({ name: event.target.value })}
      />
      <TextField
        label="버전"
        optional
        maxLength={300}
        value={release.version}
        onChange={(event) => change({ version: event.target.value })}
      />
      <TextField
        label="공개일"
        optional
        type="date"
        value={release.releasedOn ?? ''}
        onChange={(event) => change({ releasedOn: event.target.value || null })}
      />
      <TextField
        label="쓸 수 있는 기기"
        optional
        maxLength={300}
        help="예: 윈도우 10 또는 11"
        value={release.requires}
        onChange={(event) => change({ requires: event.target.value })}
      />
      <SelectField
        label="받는 곳"
        value={release.kind}
        onChange={(event) =>
          // What belongs to the other place goes with it.
          change({
            kind: event.target.value as Release['kind'],
            url: '',
            file: '',
            size: null,
            sha256: '',
          })
        }
      >
        {Object.entries(SOURCES).map(([kind, label]) => (
          <option key={kind} value={kind}>
            {label}
          </option>
        ))}
      </SelectField>
      {release.kind === 'file' ? (
        <ProgramField release={release} onChange={change} />
      ) : (
        <TextField
          label="주소"
          type="url"
          maxLength={500}
          help="https://로 시작하는 공식 주소를 넣어 주세요."
          value={release.url}
          onChange={(event) => change({ url: event.target.value.trim() })}
        />
      )}
      {release.kind === 'link' && (
        <TextField
          label="SHA-256"
          optional
          maxLength={64}
          spellCheck={false}
          help="제작사가 공개한 값입니다. 회원이 받은 파일과 견줄 수 있습니다."
          value={release.sha256}
          onChange={(event) => change({ sha256: event.target.value.trim().toLowerCase() })}
        />
      )}
    </>
  )
}
