import { dayAndTime } from '../../src/korean/dates'
import { Callout } from '../../src/ui/callout'
import { CopyButton } from '../../src/ui/copy-button'
import type { Made } from '../desk/use-press'
import { Button } from '../frame/button'
import { Dialog, DialogButtons } from '../frame/dialog'

/** The code by which one host enrols. The server shows it once: a press that is repeated is not told it again. */
export function OnceCode({ made, onClose }: { made: Made; onClose: () => void }) {
  if (!made.command)
    return (
      <Dialog title="등록 코드" onClose={onClose}>
        <p>코드는 이미 만들었고 다시 볼 수 없습니다. 게이트웨이에서 등록 코드를 새로 만들어 주세요.</p>
        <DialogButtons>
          <Button onClick={onClose}>확인</Button>
        </DialogButtons>
      </Dialog>
    )
  const command = String(made.command)
  return (
    <Dialog title={`${made.name} 등록 코드`} onClose={onClose} wide>
      <div className="grid gap-3">
        <Callout tone="warn">
          이 코드는 지금 한 번만 볼 수 있습니다. {dayAndTime(String(made.expiresAt))}까지 호스트 한 대가 한 번
          쓸 수 있습니다.
        </Callout>
        <p className="text-ink-2">게이트웨이로 쓸 호스트에서 아래 명령을 실행해 주세요.</p>
        <div className="flex items-center gap-2 rounded-control bg-surface py-1 pr-1 pl-3">
          <code translate="no" className="min-w-0 flex-1 break-all text-caption">
            {command}
          </code>
          <CopyButton text={command} what="명령" />
        </div>
        <p className="text-ink-2 text-small">
          실행하면 게이트웨이를 켜는 명령이 이어서 나옵니다. 호스트를 준비하고 켜 두는 방법은 개발 담당자용
          문서 ‘게이트웨이’에 있습니다. 켜지면 이 화면의 ‘마지막 연락’에 시각이 보입니다.
        </p>
      </div>
      <DialogButtons>
        <Button onClick={onClose}>확인</Button>
      </DialogButtons>
    </Dialog>
  )
}
