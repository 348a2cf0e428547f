import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { TextField } from '../ui/field'

const HANGUL = /[ㄱ-ㅎㅏ-ㅣ가-힣]/

/** Says while typing what nobody can see in a password: Caps Lock, or the Korean keyboard. */
export function PasswordField({ help, onKeyUp, ...field }: ComponentProps<typeof TextField>) {
  const [hint, setHint] = useState('')

  function notice(event: KeyboardEvent<HTMLInputElement>) {
    onKeyUp?.(event)
    if (event.getModifierState('CapsLock')) setHint('Caps Lock이 켜져 있습니다.')
    else
      setHint(
        HANGUL.test(event.currentTarget.value) ? '한글이 입력되었습니다. 한/영 키를 확인해 주세요.' : '',
      )
  }

  return (
    <TextField
      {...field}
      type="password"
      onKeyUp={notice}
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
