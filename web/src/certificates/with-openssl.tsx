import type { ComponentProps } from 'react'
import { CopyButton } from '../ui/copy-button'
import { Fold } from '../ui/fold'
import { KEYS_FILE } from './pages-lead-to'

/** What a shell takes as one word without quotes; another name is said in words that stand for it. */
const PLAIN = /^[\w.-]+$/
const named = (name: string | undefined, instead: string) => (name && PLAIN.test(name) ? name : instead)

/** The command of docs/operations.md. */
const commandOf = (document: string, signature: string) =>
  `openssl pkeyutl -verify -pubin -inkey key.pem -rawin -in ${document} -sigfile ${signature}`

interface WithOpensslProps {
  /** The key that has signed the files that were picked, and their names. */
  keyId?: string | undefined
  document?: string | undefined
  signature?: string | undefined
}

/** For whoever wants to take nobody's word for it. */
export function WithOpenssl({ keyId, document, signature }: WithOpensslProps) {
  const command = commandOf(named(document, '원본.json'), named(signature, '서명.sig'))
  return (
    <Fold title="이음을 거치지 않고 직접 확인하는 방법" framed>
      <div className="grid gap-3 text-ink-2 text-small">
        <p>
          {keyId ? (
            <>
              <KeyFile href={KEYS_FILE.replace('.json', `/${keyId}.pem`)} download="key.pem">
                공개키 {keyId}
              </KeyFile>
              를 key.pem으로 저장하고, openssl 3에서 실행합니다.
            </>
          ) : (
            <>
              확인서 맨 아래의 ‘키’ 뒤에 있는 번호로 <KeyFile href={KEYS_FILE}>공개키 목록</KeyFile>에서 키를
              찾아 key.pem으로 저장하고, openssl 3에서 실행합니다. 위에서 두 파일을 선택하시면 그 키의 파일과
              명령어를 그대로 보여 드립니다.
            </>
          )}
        </p>
        <div className="flex items-start justify-between gap-2 rounded-control bg-surface py-2 pr-1 pl-4">
          <code className="min-w-0 py-2 text-caption text-ink [overflow-wrap:anywhere]">{command}</code>
          <CopyButton text={command} what="명령어" />
        </div>
        <p>Signature Verified Successfully가 나오면 이음이 서명한 그대로입니다.</p>
      </div>
    </Fold>
  )
}

function KeyFile({ children, ...link }: ComponentProps<'a'>) {
  return (
    <a {...link} className="underline decoration-line underline-offset-4 hover:text-ink">
      {children}
    </a>
  )
}
