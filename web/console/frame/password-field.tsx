import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { TextField } from './field'

const HANGUL = /[ㄱ-ㅎㅏ-ㅣ가-힣]/

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'onChange' | 'help'> & {
  help?: ReactNode
  onChange: (password: string) => void
}

/** A password, which warns of Caps Lock and of the Korean keyboard. */
export function PasswordField({ help, onChange, ...field }: PasswordFieldProps) {
  const [hint, setHint] = useState('')
  function notice(event: KeyboardEvent<HTMLInputElement>) {
    if (event.getModifierState('CapsLock')) setHint('Caps Lock이 켜져 있습니다.')
    else
      setHint(
        HANGUL.test(event.currentTarget.value) ? '한글이 입력되었습니다. 한/영 키를 확인해 주세요.' : '',
      )
  }
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      maxLength={128}
      {...field}
      type="password"
      onKeyUp={notice}
      onChange={(event) => onChange(event.target.value)}
      help={
        (help || hint) && (
          <>
            {help}
            {hint && (
              <span role="status" className="block font-medium text-warn">
                {hint}
              </span>
            )}
          </>
        )
      }
    />
  )
}
