import { Check } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { TextField } from '../../ui/field'
import { Spinner } from '../../ui/spinner'
import { checkId, ID_RULE } from '../rules'
import { useIdCheck } from './queries'

/** Long enough not to check every letter, short enough for an answer before the next field is reached. */
const SETTLES_AFTER = 400

interface IdFieldProps {
  typed: string
  /** `false` while the form is being sent. */
  isChecking: boolean
  error: string | undefined
  field: UseFormRegisterReturn
}

/** The login id; says while typing whether it is still free. */
export function IdField({ typed, isChecking, error, field }: IdFieldProps) {
  const settled = useSettled(typed)
  const isWellFormed = checkId(typed) === true
  const check = useIdCheck(isChecking && isWellFormed && settled === typed ? typed : null)
  const answer = isWellFormed && settled === typed ? check.data : undefined

  return (
    <TextField
      label="아이디"
      help={
        <>
          {ID_RULE}
          <span role="status" className="mt-1 block empty:hidden">
            {isChecking && isWellFormed && !error && <State answer={answer} failed={check.isError} />}
          </span>
        </>
      }
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={20}
      error={error ?? (answer?.available === false ? answer.detail : undefined)}
      {...field}
    />
  )
}

function State({
  answer,
  failed,
}: {
  answer: { available: boolean } | undefined
  failed: boolean
}): ReactNode {
  if (answer?.available === false) return null // shown as the field's error
  if (answer)
    return (
      <span className="flex items-center gap-1 font-medium text-ok">
        <Check aria-hidden="true" className="size-4" strokeWidth={2.25} />
        사용할 수 있는 아이디입니다.
      </span>
    )
  if (failed) return '지금은 중복확인을 할 수 없습니다. 가입할 때 다시 확인합니다.'
  return (
    <span className="flex items-center gap-1">
      <Spinner className="size-4" />
      중복확인 중입니다.
    </span>
  )
}

/** The typed text as of the last pause. */
function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), SETTLES_AFTER)
    return () => clearTimeout(timer)
  }, [typed])
  return settled
}
