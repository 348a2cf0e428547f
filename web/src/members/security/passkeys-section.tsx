import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Passkey } from '../../api/types'
import { day } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Loaded } from '../../ui/loaded'
import { showToast } from '../../ui/toast'
import { SettingsSection } from '../profile/settings-section'
import { hasPasskeys } from '../webauthn'
import { AddPasskeyDialog } from './add-passkey-dialog'
import { PasswordDialog } from './password-dialog'
import { securityQuery, useRemovePasskey } from './queries'

export function PasskeysSection() {
  const query = useQuery(securityQuery)
  return (
    <SettingsSection title="패스키" lead="비밀번호 대신 지문, 얼굴, 화면 잠금으로 로그인합니다.">
      <Loaded query={query} shape="h-24">
        {({ passkeys }) => <Passkeys passkeys={passkeys} />}
      </Loaded>
    </SettingsSection>
  )
}

function Passkeys({ passkeys }: { passkeys: Passkey[] }) {
  const remove = useRemovePasskey()
  const [isAdding, setAdding] = useState(false)
  const [leaving, setLeaving] = useState<Passkey | null>(null)
  const place = useRef<HTMLDivElement>(null)

  async function removeIt({ id }: Passkey, currentPw: string) {
    await remove.mutateAsync({ id, currentPw })
    showToast('패스키를 삭제했습니다.')
    place.current?.focus() // its row, which had the focus, is gone
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      {passkeys.length === 0 ? (
        <p className="text-ink-2">등록된 패스키가 없습니다.</p>
      ) : (
        <ul className="-mt-3 divide-y divide-line">
          {passkeys.map((passkey) => (
            <li key={passkey.id} className="flex items-center justify-between gap-4 py-3">
              <div className="min-w-0">
                <p className="font-medium">{passkey.name}</p>
                <p className="figures text-caption text-ink-2">
                  {day(passkey.createdAt)} 등록 ·{' '}
                  {passkey.lastUsedAt ? `${day(passkey.lastUsedAt)} 사용` : '아직 사용하지 않음'}
                </p>
              </div>
              <Button
                kind="text"
                className="-mr-2 shrink-0"
                aria-label={`${passkey.name} 삭제`}
                onClick={() => setLeaving(passkey)}
              >
                삭제
              </Button>
            </li>
          ))}
        </ul>
      )}
      {hasPasskeys() ? (
        <Button kind="quiet" size="small" className="justify-self-start" onClick={() => setAdding(true)}>
          패스키 추가
        </Button>
      ) : (
        <p className="text-caption text-ink-2">이 브라우저에서는 패스키를 추가할 수 없습니다.</p>
      )}
      {isAdding && <AddPasskeyDialog onClose={() => setAdding(false)} />}
      {leaving && (
        <PasswordDialog
          title="패스키를 삭제하시겠습니까?"
          message={`‘${leaving.name}’ 패스키로는 더 이상 로그인할 수 없습니다.`}
          confirmLabel="삭제"
          danger
          onConfirm={(currentPw) => removeIt(leaving, currentPw)}
          onClose={() => setLeaving(null)}
        />
      )}
    </div>
  )
}
