import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../ui/button'
import { RecoveryPage } from './recovery-page'

/** The masked login ids that were found; the mail contains them in full. */
export function FoundIds({ ids }: { ids: string[] }) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => list.current?.focus(), [])
  return (
    <RecoveryPage title="아이디를 찾았습니다" lead="전체 아이디는 이메일로 보내 드렸습니다.">
      <ul
        ref={list}
        tabIndex={-1}
        aria-label="찾은 아이디"
        className="mt-6 divide-y divide-line rounded-card border border-line px-5 outline-none"
      >
        {ids.map((id) => (
          <li key={id} className="figures py-4 text-title-s font-semibold">
            {id}
          </li>
        ))}
      </ul>
      <div className="mt-6 grid gap-3">
        <ButtonLink to="/login" wide>
          로그인
        </ButtonLink>
        <ButtonLink to="/reset-password" kind="quiet" wide>
          비밀번호 재설정
        </ButtonLink>
      </div>
    </RecoveryPage>
  )
}
