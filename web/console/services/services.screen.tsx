import { Link } from '../../src/ui/link'
import { BulkButton } from '../bulk/bulk-button'
import { DeclaredList } from '../desk/declared-list'
import { MemberLink } from './member-link'
import type { Service } from './queries'
import { ServiceBrief } from './service-brief'

const own = {
  id: ({ id, plan }: Service) => `${id} ${plan.name}`,
  holder: ({ holder }: Service) => <MemberLink holder={holder} />,
  place: ({ place }: Service) =>
    place && (
      <Link
        to={`/console/addresses?open=${place.id}`}
        translate="no"
        className="address underline decoration-line underline-offset-4"
      >
        {place.address}
      </Link>
    ),
}

export function Component() {
  return (
    <DeclaredList<Service>
      list="services"
      title="서비스"
      own={own}
      idOf={({ id }) => String(id)}
      pageOf={({ id }) => `/console/services/${id}`}
      empty={<p>아직 서비스가 없습니다. 첫 주문이 결제되면 여기에 보입니다.</p>}
      bulk={(selection, query, clear) => (
        <BulkButton of="services" selection={selection} query={query} clear={clear} />
      )}
      sheetTitle={(id) => `서비스 ${id}`}
      sheet={(id) => <ServiceBrief id={id} />}
    />
  )
}
