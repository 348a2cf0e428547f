import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type { Security, TotpSecret } from '../../api/types'
import { Button } from '../../ui/button'
import { InAppNotice } from '../../ui/in-app-notice'
import { Loaded } from '../../ui/loaded'
import { showToast } from '../../ui/toast'
import { SettingsSection } from '../profile/settings-section'
import { PasswordDialog } from './password-dialog'
import { securityQuery, useDisableTotp, useNewRecoveryCodes, useStartTotp } from './queries'
import { RecoveryCodeSheet } from './recovery-code-sheet'
import { TotpSetup } from './totp-setup'

export function TotpSection() {
  const query = useQuery(securityQuery)
  return (
    <SettingsSection title="2단계 인증" lead="비밀번호를 입력한 뒤 인증 앱의 숫자를 한 번 더 확인합니다.">
      <Loaded query={query} shape="h-24">
        {(security) => <Totp security={security} />}
      </Loaded>
    </SettingsSection>
  )
}

/** Which change the password is being asked for. */
type Asking = 'start' | 'disable' | 'codes' | null

/** The second factor: off, being set up, or on. Secret and codes are kept in this component only. */
function Totp({ security }: { security: Security }) {
  const start = useStartTotp()
  const disable = useDisableTotp()
  const renew = useNewRecoveryCodes()
  const [asking, setAsking] = useState<Asking>(null)
  const [secret, setSecret] = useState<TotpSecret | null>(null)
  const [codes, setCodes] = useState<string[] | null>(null)
  const place = useRef<HTMLDivElement>(null)

  /** Closes the set-up or the codes, and moves the focus here because the focused button is gone. */
  function finish() {
    setSecret(null)
    setCodes(null)
    place.current?.focus()
  }

  const questions = {
    start: {
      title: '2단계 인증 켜기',
      message: '본인 확인을 위해 현재 비밀번호를 입력해 주세요.',
      confirmLabel: '계속',
      onConfirm: async (currentPw: string) => setSecret(await start.mutateAsync(currentPw)),
    },
    disable: {
      title: '2단계 인증을 끄시겠습니까?',
      message: '비밀번호만으로 로그인할 수 있게 되며, 보관한 복구 코드는 모두 무효가 됩니다.',
      confirmLabel: '끄기',
      danger: true,
      onConfirm: async (currentPw: string) => {
        await disable.mutateAsync(currentPw)
        showToast('2단계 인증을 껐습니다.')
      },
    },
    codes: {
      title: '복구 코드를 새로 만드시겠습니까?',
      message: '지금까지의 복구 코드는 더 이상 사용할 수 없습니다.',
      confirmLabel: '새로 만들기',
      onConfirm: async (currentPw: string) => setCodes((await renew.mutateAsync(currentPw)).recoveryCodes),
    },
  }

  return (
    <div ref={place} tabIndex={-1} className="grid gap-4 outline-none">
      {!codes && <InAppNotice danger="복구 코드를 저장하지 못할 수 있습니다." />}
      {codes ? (
        <RecoveryCodeSheet codes={codes} onClose={finish} />
      ) : secret ? (
        <TotpSetup secret={secret} onConfirmed={setCodes} onCancel={finish} />
      ) : security.totp ? (
        <On codesLeft={security.recoveryCodesLeft} onAsk={setAsking} />
      ) : (
        <Off onStart={() => setAsking('start')} />
      )}
      {asking && <PasswordDialog {...questions[asking]} onClose={() => setAsking(null)} />}
    </div>
  )
}

function Off({ onStart }: { onStart: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
      <p className="font-medium">사용하지 않음</p>
      <Button kind="quiet" size="small" onClick={onStart}>
        2단계 인증 켜기
      </Button>
    </div>
  )
}

function On({ codesLeft, onAsk }: { codesLeft: number; onAsk: (asking: Asking) => void }) {
  return (
    <>
      <div>
        <p className="font-medium text-ok">사용 중</p>
        <p className="figures text-caption text-ink-2">
          남은 복구 코드 {codesLeft}개
          {codesLeft <= 2 && (
            <span className="font-medium text-warn"> · 얼마 남지 않았습니다. 새로 만들어 보관해 주세요.</span>
          )}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button kind="quiet" size="small" onClick={() => onAsk('codes')}>
          새 복구 코드 만들기
        </Button>
        <Button kind="danger" size="small" onClick={() => onAsk('disable')}>
          2단계 인증 끄기
        </Button>
      </div>
    </>
  )
}
