import { useQuery } from '@tanstack/react-query'
import { Ready } from '../frame/part'
import { Devices } from './devices'
import { serviceQuery } from './queries'
import { ServiceButtons } from './service-buttons'
import { ServiceFacts } from './service-facts'

/** What the sheet beside the list shows of a service; its page has all of it. */
export function ServiceBrief({ id }: { id: string }) {
  const query = useQuery(serviceQuery(id))
  return (
    <Ready query={query} shape="h-80">
      {(sheet) => (
        <div className="grid gap-5">
          <ServiceFacts sheet={sheet} />
          <ServiceButtons sheet={sheet} />
          <section aria-label="기기" className="grid gap-2">
            <h3 className="text-lead">기기</h3>
            <Devices sheet={sheet} />
          </section>
        </div>
      )}
    </Ready>
  )
}
