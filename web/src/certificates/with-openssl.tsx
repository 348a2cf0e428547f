import { CopyButton } from '../ui/copy-button'
import { Fold } from '../ui/fold'
import { KEYS_FILE } from './pages-lead-to'

/** The command of docs/operations.md. */
const COMMAND =
  'openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in certificate.json -sigfile certificate.sig'

/** For whoever wants to take nobody's word for it. */
export function WithOpenssl() {
  return (
    <Fold title="이음을 거치지 않고 직접 확인하는 방법" framed>
      <div className="grid gap-3 text-ink-2 text-small">
        <p>
          <a href={KEYS_FILE} className="underline decoration-line underline-offset-4 hover:text-ink">
            공개키 목록
          </a>
          에서 확인서에 적힌 키 번호의 pem 값을 key.pem으로 저장하고, openssl 3에서 실행합니다.
        </p>
        <div className="flex items-start justify-between gap-2 rounded-control bg-surface py-2 pr-1 pl-4">
          <code className="min-w-0 py-2 text-caption text-ink [overflow-wrap:anywhere]">{COMMAND}</code>
          <CopyButton text={COMMAND} what="명령어" />
        </div>
        <p>Signature Verified Successfully가 나오면 이음이 서명한 그대로입니다.</p>
      </div>
    </Fold>
  )
}
