import { useQuery } from '@tanstack/react-query'
import { Check, SelectField, TextField } from '../frame/field'
import { optionalQuery } from '../frame/queries'
import { useMay } from '../frame/session'
import type { Items } from '../frame/types'
import type { Audience } from './queries'

interface Named {
  id: number
  name: string
}

/** Plans and gateways to choose from, for whoever may see them. */
function useNamed(path: string, permission: string) {
  const may = useMay()
  return useQuery({ ...optionalQuery<Items<Named>>(path), enabled: may(permission) }).data?.items ?? []
}

interface AudienceFieldsProps {
  legend: string
  audience: Audience
  set: (differs: Partial<Audience>) => void
}

/** To whom: members who fulfil all that is chosen. */
export function AudienceFields({ legend, audience, set }: AudienceFieldsProps) {
  const plans = useNamed('/api/v1/console/plans', 'catalog.view')
  const gateways = useNamed('/api/v1/console/gateways', 'gateways.view')
  const numberOf = (text: string) => (text ? Number(text) : null)
  return (
    <fieldset className="grid gap-3 sm:grid-cols-2">
      <legend className="mb-2 font-semibold text-small">{legend}</legend>
      <SelectField
        label="서비스"
        value={audience.holds ?? ''}
        onChange={({ target }) => set({ holds: (target.value || null) as 'service' | 'none' | null })}
      >
        <option value="">모든 회원</option>
        <option value="service">이용 중인 서비스가 있는 회원</option>
        <option value="none">이용 중인 서비스가 없는 회원</option>
      </SelectField>
      <TextField
        label="며칠 안에 끝나는 서비스가 있는 회원"
        optional
        inputMode="numeric"
        maxLength={3}
        value={audience.endsWithinDays ?? ''}
        onChange={({ target }) => set({ endsWithinDays: numberOf(target.value.replace(/\D/g, '')) })}
      />
      {plans.length > 0 && (
        <SelectField
          label="상품"
          value={audience.plan ?? ''}
          onChange={({ target }) => set({ plan: numberOf(target.value) })}
        >
          <option value="">모든 상품</option>
          {plans.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      {gateways.length > 0 && (
        <SelectField
          label="게이트웨이"
          value={audience.gateway ?? ''}
          onChange={({ target }) => set({ gateway: numberOf(target.value) })}
        >
          <option value="">모든 게이트웨이</option>
          {gateways.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      )}
      <Check
        label="기기를 등록한 회원만"
        checked={audience.withDevices ?? false}
        onChange={({ target }) => set({ withDevices: target.checked })}
      />
    </fieldset>
  )
}
