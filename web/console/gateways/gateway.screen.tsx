import { useParams } from 'react-router'
import { GatewayView } from './gateway-view'

export function Component() {
  const { id = '' } = useParams()
  return <GatewayView id={id} isPage />
}
