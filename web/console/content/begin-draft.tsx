import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField, TextField } from '../frame/field'
import { draftsQuery, type WrittenKind } from './queries'
import { isSlug, KINDS, NAMED, NAMES, SYSTEMS } from './words'

/** Begins a new text: what it is, and its name in the address. */
export function BeginDraft({ first, onClose }: { first: WrittenKind; onClose: () => void }) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const [kind, setKind] = useState(first)
  const [slug, setSlug] = useState('')
  const [edition, setEdition] = useState('')
  const [system, setSystem] = useState<string>(SYSTEMS[0])
  const names = NAMES[kind]
  // The page of its system finds a release by the first word of its name.
  const whole = kind === 'release' && slug ? `${system}-${slug}` : slug
  const begin = useMutation({
    mutationFn: () =>
      post('/api/v1/console/content/drafts', {
        kind,
        slug: whole,
        edition: kind === 'legal' ? edition : null,
      }),
    onSuccess: async ({ id }) => {
      await client.invalidateQueries({ queryKey: draftsQuery.queryKey })
      navigate(`/console/content/drafts/${id}`)
    },
  })
  const isReady = isSlug(whole) && (kind !== 'legal' || edition !== '')

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !begin.isPending) begin.mutate()
  }

  return (
    <Dialog title="새 글" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <SelectField
          label="종류"
          value={kind}
          onChange={(event) => {
            setKind(event.target.value as WrittenKind)
            setSlug('')
          }}
        >
          {(Object.keys(NAMES) as WrittenKind[]).map((name) => (
            <option key={name} value={name}>
              {KINDS[name]}
            </option>
          ))}
        </SelectField>
        {kind === 'release' && (
          <SelectField label="운영체제" value={system} onChange={(event) => setSystem(event.target.value)}>
            {SYSTEMS.map((name) => (
              <option key={name} value={name}>
                {NAMED[name]}
              </option>
            ))}
          </SelectField>
        )}
        {names.length > 0 ? (
          <SelectField label="이름" value={slug} onChange={(event) => setSlug(event.target.value)}>
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
            value={slug}
            error={slug && !isSlug(whole) ? '영문 소문자, 숫자와 하이픈만 쓸 수 있습니다.' : undefined}
            onChange={(event) => setSlug(event.target.value)}
          />
        )}
        {kind === 'release' && (
          <p className="text-ink-2 text-small">
            같은 운영체제에 올린 프로그램이 있으면 그 글로 시작합니다. 새 버전마다 새 글로 올리면 회원이 이전
            버전도 찾을 수 있습니다.
          </p>
        )}
        {kind === 'legal' && (
          <p className="text-ink-2 text-small">
            앞선 판이 있으면 그 글로, 없으면 준비된 기본 글로 시작합니다. 게시하기 전에 우리 가게에 맞는지
            끝까지 읽어 주세요.
          </p>
        )}
        {kind === 'legal' && (
          <TextField
            label="판의 날짜"
            type="date"
            help="시행일과 같게 하는 것이 보통입니다."
            value={edition}
            onChange={(event) => setEdition(event.target.value)}
          />
        )}
        <Failure error={begin.error} />
        <FormButtons isReady={isReady} isPending={begin.isPending}>
          쓰기 시작
        </FormButtons>
      </form>
    </Dialog>
  )
}
