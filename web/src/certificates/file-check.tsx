import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useId } from 'react'
import { Callout } from '../ui/callout'
import { FileOutcome, type LookUp } from './file-outcome'
import { publicKeys } from './queries'
import { check, fromBase64, MOST_BYTES } from './signatures'
import { WithOpenssl } from './with-openssl'

const WRONG_FILES = '확인서 파일(.json) 하나, 또는 원본(.json)과 서명(.sig) 두 파일을 함께 선택해 주세요.'

/** Of the files that were picked, the one with this ending. */
function pick(files: File[], ending: string): File {
  const file = files.find(({ name, size }) => name.toLowerCase().endsWith(ending) && size <= MOST_BYTES)
  if (!file) throw new Error(WRONG_FILES)
  return file
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

/** Document and signature of one file that holds both; `null` if it is another file. */
async function readBoth(files: File[]) {
  const [file] = files
  if (files.length !== 1 || !file || file.size > 2 * MOST_BYTES) return null
  try {
    const { document, signature } = JSON.parse(await file.text()) as Record<string, unknown>
    if (typeof document !== 'string' || typeof signature !== 'string') return null
    return { document: new TextEncoder().encode(document), signature: fromBase64(signature) }
  } catch {
    return null
  }
}

async function read(files: File[]) {
  const both = await readBoth(files)
  if (both) return { checked: await check(both.document, both.signature, await publicKeys()) }
  const [document, signature] = [pick(files, '.json'), pick(files, '.sig')]
  const checked = await check(await bytesOf(document), await bytesOf(signature), await publicKeys())
  return { checked, document: document.name, signature: signature.name }
}

interface FileCheckProps {
  /** Has the number of a genuine certificate looked up. */
  onNumber: (number: string) => void
  lookUp: LookUp
}

/** Checks the signature of a file in the browser: neither file leaves it. */
export function FileCheck({ onNumber, lookUp }: FileCheckProps) {
  const id = useId()
  const { mutate, data, error } = useMutation({ mutationFn: read })

  function pickedWere(files: File[]) {
    // Given with the call, so that of several the last one alone is looked up.
    mutate(files, {
      onSuccess: ({ checked }) => checked?.kind === 'ieum-certificate' && onNumber(checked.number),
    })
  }

  return (
    <>
      <section aria-labelledby={id} className="grid gap-4 border-line border-t pt-8">
        <div>
          <h2 id={id} className="text-lead">
            파일의 서명 확인
          </h2>
          <p className="mt-1 text-ink-2 text-small">
            이용 확인서 파일, 또는 접속 증명의 원본과 서명 파일을 받으셨다면, 한 글자도 바뀌지 않았는지
            확인합니다. 파일은 이 브라우저 밖으로 나가지 않습니다.
          </p>
        </div>
        <label className="relative flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-control border border-ink-3 border-dashed px-4 font-semibold text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:bg-surface">
          <FileCheck2 aria-hidden="true" className="size-5" strokeWidth={1.75} />
          파일 선택 (.json, .sig)
          <input
            type="file"
            accept=".json,.sig"
            multiple
            className="sr-only"
            onChange={({ currentTarget }) => {
              pickedWere([...(currentTarget.files ?? [])])
              // Lets the same files be picked again.
              currentTarget.value = ''
            }}
          />
        </label>
        <div aria-live="polite" className="grid gap-4 empty:hidden">
          {error && <Callout tone="danger">{error.message}</Callout>}
          {data?.checked === null && (
            <Callout tone="danger">
              서명이 맞지 않습니다. 원본이 바뀌었거나 짝이 다른 파일입니다. 보내신 분께 다시 받아 주세요.
              {lookUp.verified && ' 위에 조회한 결과는 이 파일의 내용이 아닙니다.'}
            </Callout>
          )}
          {data?.checked && <FileOutcome checked={data.checked} lookUp={lookUp} />}
        </div>
      </section>
      <WithOpenssl keyId={data?.checked?.keyId} document={data?.document} signature={data?.signature} />
    </>
  )
}
