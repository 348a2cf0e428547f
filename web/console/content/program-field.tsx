import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { path } from '../../src/api/path'
import { dataSize } from '../../src/ui/data-size'
import { Button } from '../frame/button'
import { get, upload } from '../frame/calls'
import { Failure } from '../frame/failure'
import { SelectField } from '../frame/field'
import { type Program, programsQuery, type Release } from './queries'

const KINDS = '.exe,.msi,.msix,.apk,.dmg,.pkg,.zip'

/** Spaces and other signs that a program's name cannot have. */
const tidy = (name: string) =>
  name
    .replaceAll(/[^0-9A-Za-z._-]+/g, '-')
    .replaceAll('-.', '.')
    .replace(/^[._-]+/, '')
    .slice(-100)

interface ProgramFieldProps {
  release: Release
  onChange: (changes: Partial<Release>) => void
}

/** The file that members get: one that lies on the server, or one that is sent there now. Its size and hash are read from it. */
export function ProgramField({ release, onChange }: ProgramFieldProps) {
  const client = useQueryClient()
  const picker = useRef<HTMLInputElement>(null)
  const { data, error } = useQuery(programsQuery)
  const take = ({ name, size, sha256 }: Program) => onChange({ file: name, size, sha256 })
  const choose = useMutation({
    mutationFn: (name: string) => get(path('/api/v1/console/content/programs/{name}', { name })),
    onSuccess: take,
  })
  const send = useMutation({
    mutationFn: (file: File) =>
      upload<Program>(path('/api/v1/console/content/programs/{name}', { name: tidy(file.name) }), file),
    onSuccess: async (program) => {
      await client.invalidateQueries({ queryKey: programsQuery.queryKey })
      take(program)
    },
  })
  const names = [...new Set([release.file, ...(data?.items ?? []).map(({ name }) => name)])].filter(Boolean)
  const isBusy = choose.isPending || send.isPending

  return (
    <div className="grid gap-2">
      <div className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1">
          <SelectField
            label="설치 파일"
            disabled={isBusy}
            value={release.file}
            onChange={({ target: { value } }) =>
              value ? choose.mutate(value) : onChange({ file: '', size: null, sha256: '' })
            }
          >
            <option value="">고르기</option>
            {names.map((name) => (
              <option key={name} value={name}>
                {name}
              </option>
            ))}
          </SelectField>
        </div>
        <Button kind="quiet" loading={send.isPending} onClick={() => picker.current?.click()}>
          파일 올리기
        </Button>
        <input
          ref={picker}
          type="file"
          hidden
          aria-label="설치 파일 고르기"
          accept={KINDS}
          onChange={(event) => {
            const file = event.target.files?.[0]
            event.target.value = ''
            if (file) send.mutate(file)
          }}
        />
      </div>
      <p className="text-caption text-ink-2">
        200MB까지 올릴 수 있습니다. 더 큰 파일은 개발 담당자에게 서버의 내려받기 폴더에 넣어 달라고 요청한 뒤
        여기서 골라 주세요. 서버가 여러 대이면 올린 파일을 모든 서버에 두어야 합니다. 한 번 올린 이름의 내용은
        바꿀 수 없으니, 새 파일은 버전이 든 새 이름으로 올려 주세요.
      </p>
      {release.size !== null && (
        <p className="figures break-all text-caption text-ink-2">
          {dataSize(release.size)} · SHA-256 {release.sha256}
        </p>
      )}
      <Failure error={error ?? choose.error ?? send.error} />
    </div>
  )
}
