import { ChangeButtons } from '../desk/change-buttons'
import type { ServiceSheet } from './queries'

/** What can be done with the service now; of what cannot, the reason. */
export function ServiceButtons({ sheet: { service, move, whyNot } }: { sheet: ServiceSheet }) {
  return (
    <ChangeButtons
      target={service.id}
      changes={[
        ['services.extend', whyNot.extend],
        service.state === 'stopped' ? ['services.restart', whyNot.restart] : ['services.stop', whyNot.stop],
        ['services.replace', whyNot.replace],
        move?.isOwn ? ['services.move_cancelled', whyNot.cancelMove] : ['services.move', whyNot.move],
      ]}
    />
  )
}
