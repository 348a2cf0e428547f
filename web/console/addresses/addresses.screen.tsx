import { Link } from '../../src/ui/link'
import { useNavigate } from '../../src/ui/navigate'
import { useQueryString } from '../../src/ui/query'
import { DeclaredList } from '../desk/declared-list'
import { Button, ButtonLink } from '../frame/button'
import { useMay } from '../frame/session'
import { AddressSheet } from './address-sheet'
import { Holder } from './holder'
import { ImportAddresses } from './import-addresses'
import type { Address } from './queries'

const own = {
  address: ({ address }: Address) => (
    <span translate="no" className="address">
      {address}
    </span>
  ),
  serviceId: ({ serviceId }: Address) =>
    serviceId === null ? (
      ''
    ) : (
      <Link to={`/console/services/${serviceId}`} className="underline decoration-line underline-offset-4">
        {serviceId}
      </Link>
    ),
  holder: ({ holder }: Address) => (holder ? <Holder holder={holder} /> : ''),
  gateway: ({ gateway }: Address) => gateway.name,
  pool: ({ pool }: Address) => `${pool.code} (${pool.carrier} ${pool.region})`,
}

export function Component() {
  const may = useMay()
  const address = useQueryString()
  const navigate = useNavigate()
  function open(isOpen: boolean) {
    const query = new URLSearchParams(address)
    if (isOpen) query.set('import', '1')
    else query.delete('import')
    navigate(`/console/addresses?${query}`, { replace: true })
  }
  return (
    <>
      <DeclaredList<Address>
        list="addresses"
        title="IP 주소"
        own={own}
        idOf={({ id }) => String(id)}
        empty={<p>아직 IP가 없습니다. ‘IP 등록’으로 붙여 넣거나 CSV 파일로 등록해 주세요.</p>}
        sheetTitle={(id, row) => row?.address ?? `IP ${id}`}
        sheet={(id) => <AddressSheet id={id} />}
        actions={
          <>
            <ButtonLink to="/console/networks">지도</ButtonLink>
            {may('addresses.import') && <Button onClick={() => open(true)}>IP 등록</Button>}
          </>
        }
      />
      {address.get('import') && may('addresses.import') && <ImportAddresses onClose={() => open(false)} />}
    </>
  )
}
