import type { ComponentProps } from 'react'
import { CopyButton } from '../ui/copy-button'
import { Fold } from '../ui/fold'
import { KEYS_FILE, keyFile } from './pages-lead-to'

/** What a shell takes as one word, and what every shell does between quotes, such as the `(1)` of a second download. */
const PLAIN = /^\w[\w.-]*$/
const QUOTABLE = /^[^-"'`$\\!%][^"'`$\\!%]*$/

/** A file's name in a command; one that no shell would read as it stands is said in words that stand for it. */
function named(name: string | undefined, instead: string): string {
  if (!name || !QUOTABLE.test(name)) return instead
  return PLAIN.test(name) ? name : `"${name}"`
}

/** The command of docs/operate/records.md. */
const commandOf = (key: string, document: string, signature: string) =>
  `openssl pkeyutl -verify -pubin -inkey ${key} -rawin -in ${document} -sigfile ${signature}`

interface WithOpensslProps {
  /** The key that has signed the files that were picked, and their names. */
  keyId?: string | undefined
  document?: string | undefined
  signature?: string | undefined
}

/** For whoever wants to take nobody's word for it. */
export function WithOpenssl({ keyId, document, signature }: WithOpensslProps) {
  // As the shop names the file that is downloaded.
  const key = keyId ? `ieum-${keyId}.pem` : 'ieum-키번호.pem'
  const command = commandOf(key, named(document, '원본.json'), named(signature, '서명.sig'))
  return (
    <Fold title="이음을 거치지 않고 직접 확인하는 방법" framed>
      <div className="grid gap-3 text-ink-2 text-small">
        {keyId ? (
          <p>
            <KeyFile href={keyFile(keyId)} download>
              공개키 {keyId}
            </KeyFile>
            를 내려받아 두 파일과 같은 폴더에 두고, 그 폴더에서 openssl 3으로 실행합니다.
          </p>
        ) : (
          <>
            <p>
              이 사이트 주소 뒤에{' '}
              <code translate="no" className="[overflow-wrap:anywhere]">
                {keyFile('키번호')}
              </code>
              을 붙여 공개키를 내려받고, 두 파일과 같은 폴더에서 openssl 3으로 실행합니다. 키 번호는 이용
              확인서 맨 아래의 ‘키’ 뒤에 있습니다.
            </p>
            <p>
              키 번호를 모르시면 위에서 두 파일을 선택해 주세요. 서명한 키의 파일과 명령어를 그대로 보여
              드립니다. <KeyFile href={KEYS_FILE}>공개키 목록</KeyFile>에 있는 키로 하나씩 확인하셔도 됩니다.
            </p>
          </>
        )}
        <div className="flex items-start justify-between gap-2 rounded-control bg-surface py-2 pr-1 pl-4">
          <code translate="no" className="min-w-0 py-2 text-caption text-ink [overflow-wrap:anywhere]">
            {command}
          </code>
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
