import { useRef, useState } from 'react'
import { TextField } from '../../ui/field'
import { showToast } from '../../ui/toast'
import { PasswordDialog } from './password-dialog'
import { useAddPasskey } from './queries'

export function AddPasskeyDialog({ onClose }: { onClose: () => void }) {
  const add = useAddPasskey()
  const input = useRef<HTMLInputElement>(null)
  const [error, setError] = useState<string>()
  const name = () => input.current?.value.trim() ?? ''

  function isNamed() {
    setError(name() ? undefined : '패스키 이름을 입력해 주세요.')
    if (!name()) input.current?.focus()
    return name() !== ''
  }

  return (
    <PasswordDialog
      title="패스키 추가"
      message="이어서 브라우저가 지문, 얼굴 또는 화면 잠금을 확인합니다."
      confirmLabel="추가하기"
      isReady={isNamed}
      onConfirm={async (currentPw) => {
        await add.mutateAsync({ name: name(), currentPw })
        showToast('패스키를 추가했습니다.')
      }}
      onClose={onClose}
    >
      <TextField
        ref={input}
        label="패스키 이름"
        help="나중에 알아볼 수 있는 이름이면 됩니다. 예: 내 휴대폰, 회사 노트북"
        maxLength={40}
        autoComplete="off"
        error={error}
      />
    </PasswordDialog>
  )
}
