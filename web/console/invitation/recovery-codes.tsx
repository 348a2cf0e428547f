import { Copy, Download } from 'lucide-react'
import { useState } from 'react'
import { copyOrSave } from '../../src/ui/copy-button'
import { saveFile } from '../../src/ui/save-file'
import { ToastPlace } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { Check } from '../frame/field'

const FILE = 'console-recovery-codes.txt'

/** The codes for whoever loses the authenticator app. They are shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const [isKept, setKept] = useState(false)
  const text = codes.join('\n')
  return (
    <div className="grid gap-4">
      <p className="text-ink-2 text-small">
        인증 앱을 쓸 수 없을 때 이 코드로 로그인합니다. 코드 하나는 한 번만 쓸 수 있고, 이 목록은 지금 한 번만
        볼 수 있습니다.
      </p>
      <ol className="grid gap-x-6 gap-y-2 rounded-control bg-surface p-4 text-small sm:grid-cols-2">
        {codes.map((code) => (
          <li translate="no" key={code} className="address whitespace-nowrap">
            {code}
          </li>
        ))}
      </ol>
      <div className="flex gap-2 *:flex-1">
        <Button kind="quiet" onClick={() => copyOrSave(text, '복구 코드를 복사했습니다.')}>
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
          복사
        </Button>
        <Button kind="quiet" onClick={() => saveFile(FILE, `${text}\n`)}>
          <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
          내려받기
        </Button>
      </div>
      <Check
        label="휴대폰을 잃어버려도 꺼낼 수 있는 곳에 보관했습니다."
        checked={isKept}
        onChange={(event) => setKept(event.target.checked)}
      />
      <Button disabled={!isKept} onClick={onDone} className="min-h-11">
        콘솔로 가기
      </Button>
      <ToastPlace />
    </div>
  )
}
