import { useEffect, useRef } from 'react'
import type { Reset } from '../../api/types'
import { day } from '../../korean/dates'
import { ButtonLink } from '../../ui/button'
import { RecoveryPage } from './recovery-page'

/** What the reset has ended, so that a member sees whether somebody else was logged in. */
export function ResetDone({ reset }: { reset: Reset }) {
  const { devices, passkeys, passkeysKept } = reset
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => place.current?.focus(), [])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <RecoveryPage
        title="비밀번호가 변경되었습니다"
        lead="모든 기기에서 로그아웃되었습니다. 새 비밀번호로 로그인해 주세요."
      >
        <div className="mt-6 grid gap-5">
          {devices.length > 0 && <Ended title="로그아웃된 기기" items={devices} />}
          {passkeys.length > 0 && (
            <Ended
              title={passkeysKept ? '계속 쓸 수 있는 패스키' : '삭제된 패스키'}
              items={passkeys.map(({ name, createdAt }) => `${name} · ${day(createdAt)} 등록`)}
              note={
                passkeysKept
                  ? '모르는 패스키가 있으면 로그인한 뒤 마이페이지 > 정보수정에서 삭제해 주세요.'
                  : '내 패스키는 로그인한 뒤 마이페이지 > 정보수정에서 다시 등록할 수 있습니다.'
              }
            />
          )}
          <ButtonLink to="/login" wide>
            로그인
          </ButtonLink>
        </div>
      </RecoveryPage>
    </div>
  )
}

function Ended({ title, items, note }: { title: string; items: string[]; note?: string }) {
  const rows = [...new Set(items)].map((item) => ({
    item,
    count: items.filter((same) => same === item).length,
  }))
  return (
    <section>
      <h2 className="font-semibold">{title}</h2>
      <ul className="mt-2 divide-y divide-line rounded-card border border-line px-4">
        {rows.map(({ item, count }) => (
          <li key={item} className="flex justify-between gap-4 py-3">
            <span className="min-w-0 break-words">{item}</span>
            {count > 1 && <span className="figures shrink-0 text-ink-2">{count}대</span>}
          </li>
        ))}
      </ul>
      {note && <p className="mt-2 text-ink-2 text-small">{note}</p>}
    </section>
  )
}
