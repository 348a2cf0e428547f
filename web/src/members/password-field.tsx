import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, useState } from 'react'
import { IconButton } from '../ui/button'
import { TextField } from '../ui/field'

const HANGUL = /[ㄱ-ㅎㅏ-ㅣ가-힣]/

type PasswordFieldProps = Omit<ComponentProps<typeof TextField>, 'type' | 'trailing'>

/** A password input that warns of Caps Lock and of the Korean keyboard, and can show what was typed. */
export function PasswordField({ help, onKeyUp, ...field }: PasswordFieldProps) {
  const [hint, setHint] = useState('')
  const [isShown, setShown] = useState(false)

  function notice(event: KeyboardEvent<HTMLInputElement>) {
    onKeyUp?.(event)
    if (event.getModifierState('CapsLock')) setHint('Caps Lock이 켜져 있습니다.')
    else
      setHint(
        HANGUL.test(event.currentTarget.value) ? '한글이 입력되었습니다. 한/영 키를 확인해 주세요.' : '',
      )
  }

  const Icon = isShown ? EyeOff : Eye
  return (
    <TextField
      autoCapitalize="none"
      spellCheck={false}
      {...field}
      type={isShown ? 'text' : 'password'}
      onKeyUp={notice}
      className="pr-14"
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
      trailing={
        <IconButton
          aria-label={`${field.label} 표시`}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          // Overlaps the end of the input, whose padding keeps the text clear.
          className="-ml-13 self-center text-ink-2 hover:text-ink"
        >
          <Icon aria-hidden="true" className="size-5" strokeWidth={1.75} />
        </IconButton>
      }
    />
  )
}
