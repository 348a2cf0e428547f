import { useQuery } from '@tanstack/react-query'
import { CopyButton } from '../../src/ui/copy-button'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { ConnectionTest } from './connection-test'
import { connectionsQuery } from './queries'

/** What the shop is connected to. Keys stand on the server alone: here is only whether they are set, and whether they work. */
export function Component() {
  const query = useQuery(connectionsQuery)
  return (
    <>
      <ScreenHead title="연결 시험" />
      <Ready query={query} shape="h-96">
        {({ items, webhookUrl }) => (
          <div className="grid max-w-180 gap-8">
            {items.map((connection) => (
              <ConnectionTest key={connection.name} connection={connection} />
            ))}
            <Part
              title="웹훅 주소"
              lead="토스페이먼츠 개발자센터의 웹훅에 이 주소를 등록해 주세요. 등록하지 않으면 가상계좌 입금을 늦게 알게 됩니다."
            >
              <p className="flex items-center gap-2">
                <span className="figures min-w-0 break-all">{webhookUrl}</span>
                <CopyButton text={webhookUrl} what="웹훅 주소" />
              </p>
            </Part>
          </div>
        )}
      </Ready>
    </>
  )
}
