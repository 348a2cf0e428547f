import { useMutation } from '@tanstack/react-query'
import { FileCheck2 } from 'lucide-react'
import { useId } from 'react'
import type { Verified } from '../api/types'
import { day, dayAndTime } from '../korean/dates'
import { Callout } from '../ui/callout'
import { IpPlate } from '../ui/ip-plate'
import { publicKeys } from './queries'
import { type Checked, check, MOST_BYTES } from './signatures'
import { WithOpenssl } from './with-openssl'

const WRONG_FILES = '원본(.json)과 서명(.sig), 두 파일을 함께 선택해 주세요.'

/** Of the files that were picked, the one with this ending. */
function pick(files: File[], ending: string): File {
  const file = files.find(({ name, size }) => name.toLowerCase().endsWith(ending) && size <= MOST_BYTES)
  if (!file) throw new Error(WRONG_FILES)
  return file
}

const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())

async function read(files: File[]) {
  const [document, signature] = [pick(files, '.json'), pick(files, '.sig')]
  const checked = await check(await bytesOf(document), await bytesOf(signature), await publicKeys())
  return { checked, document: document.name, signature: signature.name }
}

interface FileCheckProps {
  /** Has the number of a genuine certificate looked up. */
  onNumber: (number: string) => void
  isLooking: boolean
  /** What was looked up last, perhaps of another number. */
  verified: Verified | undefined
}

/** Checks the signature of a file in the browser: neither file leaves it. */
export function FileCheck({ onNumber, isLooking, verified }: FileCheckProps) {
  const id = useId()
  const { mutate, data, error, isPending } = useMutation({
    mutationFn: read,
    onSuccess: ({ checked }) => checked?.kind === 'ieum-certificate' && onNumber(checked.number),
  })
  return (
    <>
      <section aria-labelledby={id} className="grid gap-4 border-line border-t pt-8">
        <div>
          <h2 id={id} className="text-lead">
            파일의 서명 확인
          </h2>
          <p className="mt-1 text-ink-2 text-small">
            이용 확인서나 접속 증명의 원본과 서명 파일을 받으셨다면, 한 글자도 바뀌지 않았는지 확인합니다.
            파일은 이 브라우저 밖으로 나가지 않습니다.
          </p>
        </div>
        <label className="relative flex min-h-13 cursor-pointer items-center justify-center gap-2 rounded-control border border-ink-3 border-dashed px-4 font-semibold text-small has-focus-visible:outline-2 has-focus-visible:outline-accent has-focus-visible:outline-offset-2 hover:bg-surface">
          <FileCheck2 aria-hidden="true" className="size-5" strokeWidth={1.75} />두 파일 선택 (.json, .sig)
          <input
            type="file"
            accept=".json,.sig"
            multiple
            disabled={isPending}
            className="sr-only"
            onChange={({ currentTarget }) => {
              mutate([...(currentTarget.files ?? [])])
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
              {verified && ' 위에 조회한 결과는 이 파일의 내용이 아닙니다.'}
            </Callout>
          )}
          {data?.checked && <Outcome checked={data.checked} isLooking={isLooking} verified={verified} />}
        </div>
      </section>
      <WithOpenssl keyId={data?.checked?.keyId} document={data?.document} signature={data?.signature} />
    </>
  )
}

interface OutcomeProps extends Pick<FileCheckProps, 'isLooking' | 'verified'> {
  checked: Checked
}

function Outcome({ checked, isLooking, verified }: OutcomeProps) {
  if (checked.kind === 'ieum-certificate') {
    const { number, version, keyId } = checked
    const found = !isLooking && verified?.number === number ? verified : undefined
    const isOld = (found?.version ?? version) > version
    return (
      <Callout tone={isLooking || (found && !isOld) ? 'ok' : 'warn'}>
        이음이 서명한 확인서이며 바뀌지 않았습니다(키 {keyId}).{' '}
        {isLooking && '지금도 맞는 내용인지 조회하고 있습니다.'}
        {found &&
          (isOld
            ? `다만 이 파일은 ${version}판이고, 그 뒤에 ${found.version}판이 발급되었습니다. 지금 맞는 내용은 위에 조회한 결과입니다.`
            : '지금의 내용은 위에 조회한 결과를 봐 주세요.')}
        {!isLooking &&
          !found &&
          '다만 지금도 맞는 내용인지는 조회하지 못했습니다. 잠시 후 조회를 눌러 다시 확인해 주세요.'}
      </Callout>
    )
  }
  if (checked.kind === 'ieum-now')
    return (
      <>
        <Callout tone="ok">이음이 서명한 접속 증명이며 바뀌지 않았습니다(키 {checked.keyId}).</Callout>
        <IpPlate address={checked.address} label="접속한 IP" note={dayAndTime(checked.at)} large />
      </>
    )
  const what = checked.kind === 'ieum-log-head' ? `${day(checked.day)}의 고정 IP 기록 요약값` : '파일'
  return (
    <Callout tone="info">
      이음이 서명한 {what}이며 바뀌지 않았습니다(키 {checked.keyId}). 다만 이용 확인서나 접속 증명은 아닙니다.
    </Callout>
  )
}
