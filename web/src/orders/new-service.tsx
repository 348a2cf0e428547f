import { useQuery } from '@tanstack/react-query'
import { AddressPlate, Devices, period, serviceQuery } from '../services'
import { Skeleton } from '../ui/skeleton'

interface NewServiceProps {
  id: number
  address: string | null
  carrier: string
}

/** A newly bought address, with the set-up of its devices. */
export function NewService({ id, address, carrier }: NewServiceProps) {
  const { data: service } = useQuery(serviceQuery(id))
  return (
    <section aria-label={address ?? '고정 IP'} className="grid gap-6">
      <AddressPlate
        isHero
        service={service ?? { address, carrier, region: '', state: 'active' }}
        label={service ? `이제 회원님의 IP입니다 · ${period(service)}` : '이제 회원님의 IP입니다'}
      />
      {service ? <Devices service={service} /> : <Skeleton className="h-56" />}
    </section>
  )
}
