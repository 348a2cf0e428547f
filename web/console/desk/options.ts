import { useQuery } from '@tanstack/react-query'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'

export interface Option {
  value: string
  label: string
}

/** The choices of a field; none for whoever may not see them. */
export function useOptions(name: string | undefined): Option[] {
  const may = useMay()
  const gateways = useQuery({
    ...consoleQuery('/api/v1/console/gateways'),
    enabled: name === 'gateways' && may('gateways.view'),
  })
  return (gateways.data?.items ?? [])
    .filter(({ state }) => state === 'serving')
    .map(({ name: value, free }) => ({ value, label: `${value} (남은 IP ${free.toLocaleString()})` }))
}
