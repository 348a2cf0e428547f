import { useEffect, useRef } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import type { Agreement } from '../../api/types'
import { WholeText } from '../../site'
import { Checkbox, ConsentCheckbox } from '../../ui/checkbox'
import { useHydrated } from '../../ui/hydrated'
import { SIGN_UP_TEXTS_API } from '../paths'
import type { SignUpValues } from './sign-up-values'

interface SignUpAgreementsProps {
  agreements: Agreement[]
  form: UseFormReturn<SignUpValues>
}

/**
 * The consents, none of them ticked beforehand, each to be given or refused by itself. Two boxes tick several: one all of
 * them, the optional ones too, as its label says; one only what is required.
 */
export function SignUpAgreements({ agreements, form }: SignUpAgreementsProps) {
  const { register, setValue, clearErrors, control, formState } = form
  const isHydrated = useHydrated()
  const ticked = useWatch({ control, name: 'agreements' })
  const required = agreements.filter((one) => one.required)

  // A tick is for the text it was given to: one that is replaced under the form (the data is fetched again once the
  // network is back) is to be agreed to anew.
  const shown = useRef(agreements)
  useEffect(() => {
    for (const before of shown.current) {
      const now = agreements.find(({ key }) => key === before.key)
      if (now && now.version !== before.version) setValue(`agreements.${now.key}`, false)
    }
    shown.current = agreements
  }, [agreements, setValue])

  const several = (label: string, which: Agreement[]) => (
    <Checkbox
      strong
      label={label}
      disabled={!isHydrated}
      checked={which.every(({ key }) => ticked?.[key])}
      onChange={({ currentTarget }) => {
        for (const { key } of which) setValue(`agreements.${key}`, currentTarget.checked)
        if (currentTarget.checked) clearErrors('agreements')
      }}
    />
  )

  return (
    <section>
      <h2 className="text-title-s">약관 동의</h2>
      <div className="mt-4 rounded-card border border-line px-5 py-3">
        {several('전체 동의(선택 항목 포함)', agreements)}
        {required.length < agreements.length && several('필수 항목만 모두 동의', required)}
        <ul className="mt-2 border-line border-t pt-2">
          {agreements.map((one) => (
            <li key={one.key}>
              <ConsentCheckbox
                label={`${one.required ? '(필수)' : '(선택)'} ${one.title}`}
                body={one.body}
                whole={
                  one.text
                    ? (isWanted) => <WholeText agreement={one} api={SIGN_UP_TEXTS_API} isWanted={isWanted} />
                    : undefined
                }
                error={formState.errors.agreements?.[one.key]?.message}
                {...register(`agreements.${one.key}`, {
                  required: one.required && '필수 항목에 동의해 주세요.',
                })}
              />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
