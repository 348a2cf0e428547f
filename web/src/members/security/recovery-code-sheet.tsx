import { Copy, Download, Printer } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { copyOrSave } from '../../ui/copy-button'
import { saveFile } from '../../ui/save-file'

interface RecoveryCodeSheetProps {
  codes: string[]
  onClose: () => void
}

const FILE = 'ieum-recovery-codes.txt'

/** Shows new recovery codes, which can be seen only this once. `data-print` has them printed without the page. */
export function RecoveryCodeSheet({ codes, onClose }: RecoveryCodeSheetProps) {
  const section = useRef<HTMLElement>(null)
  useEffect(() => section.current?.focus(), [])
  const text = codes.join('\n')

  return (
    <section
      ref={section}
      tabIndex={-1}
      data-once
      aria-label="복구 코드"
      className="grid gap-5 rounded-card border border-accent p-5 sm:p-6"
    >
      <div data-print>
        <h3 className="text-lead">복구 코드</h3>
        <p className="mt-1 text-ink-2 text-small">
          인증 앱을 쓸 수 없을 때 이 코드로 로그인합니다. 코드 하나는 한 번만 쓸 수 있습니다.
        </p>
        <ol className="mt-4 grid gap-x-6 gap-y-2 rounded-control bg-surface p-4 sm:grid-cols-2">
          {codes.map((code) => (
            <li translate="no" key={code} className="address whitespace-nowrap">
              {code}
            </li>
          ))}
        </ol>
      </div>
      <div className="grid gap-2 sm:grid-cols-3">
        <Button kind="quiet" size="small" onClick={() => copyOrSave(text, '복구 코드를 복사했습니다.')}>
          <Copy aria-hidden="true" className="size-4" strokeWidth={1.75} />
          복사
        </Button>
        <Button kind="quiet" size="small" onClick={() => saveFile(FILE, `${text}\n`)}>
          <Download aria-hidden="true" className="size-4" strokeWidth={1.75} />
          내려받기
        </Button>
        <Button kind="quiet" size="small" onClick={() => window.print()}>
          <Printer aria-hidden="true" className="size-4" strokeWidth={1.75} />
          인쇄
        </Button>
      </div>
      <Callout tone="warn">
        이 코드는 지금 한 번만 볼 수 있습니다. 휴대폰을 잃어버려도 꺼낼 수 있는 곳에 보관해 주세요.
      </Callout>
      <Button onClick={onClose}>보관했습니다</Button>
    </section>
  )
}
