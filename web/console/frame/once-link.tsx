import { Callout } from '../../src/ui/callout'
import { CopyButton } from '../../src/ui/copy-button'

/** A link that a change has made. The server shows it once, so it says so. */
export function OnceLink({ url }: { url: string }) {
  return (
    <div className="grid gap-2">
      <Callout tone="warn">
        이 링크는 지금 한 번만 볼 수 있습니다. 복사해 초대받은 사람에게 직접 전해 주세요.
      </Callout>
      <div className="flex items-center gap-2 rounded-control bg-surface py-1 pr-1 pl-3">
        <span className="min-w-0 flex-1 break-all text-caption">{url}</span>
        <CopyButton text={url} what="링크" />
      </div>
    </div>
  )
}
