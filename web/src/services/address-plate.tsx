import type { ReactNode } from 'react'
import type { Service } from '../api/types'
import { CopyButton } from '../ui/copy-button'
import { IpPlate } from '../ui/ip-plate'
import { nameOf } from './words'

interface AddressPlateProps {
  service: Pick<Service, 'address' | 'carrier' | 'region' | 'state'>
  label: ReactNode
  /** Sets the address large, as the one that the page is about. */
  isHero?: boolean
}

/** The address of a service. It can be copied while the service is active. */
export function AddressPlate({ service, label, isHero = false }: AddressPlateProps) {
  const { address, carrier, region, state } = service
  return (
    <div data-testid="ip-plate">
      <IpPlate
        address={nameOf(address)}
        label={label}
        note={[carrier, region].filter(Boolean).join(' · ')}
        tone={isHero ? 'accent' : 'plain'}
        large={isHero}
        action={state === 'active' && address && <CopyButton text={address} what="IP 주소" />}
      />
    </div>
  )
}
