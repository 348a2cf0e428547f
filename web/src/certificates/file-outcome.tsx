import { Problem } from '../api/problem'
import type { Verified } from '../api/types'
import { day, dayAndTime } from '../korean/dates'
import { Callout } from '../ui/callout'
import { IpPlate } from '../ui/ip-plate'
import type { Checked } from './signatures'

/** The last look-up of a number, which is not always that of the file. */
export interface LookUp {
  /** As it was typed or brought. */
  number: string | undefined
  isPending: boolean
  verified: Verified | undefined
  error: Error | null
}

interface FileOutcomeProps {
  checked: Checked
  lookUp: LookUp
}

/** What is said of a file that the shop has signed. */
export function FileOutcome({ checked, lookUp }: FileOutcomeProps) {
  if (checked.kind === 'ieum-certificate') {
    const { tone, sentence } = nowOf(checked, lookUp)
    return (
      <Callout tone={tone}>
        이음이 서명한 확인서이며 바뀌지 않았습니다(키 {checked.keyId}). {sentence}
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

type CertificateFile = Extract<Checked, { kind: 'ieum-certificate' }>

const lettersOf = (number: string | undefined) => number?.replaceAll(/[\s-]/g, '').toUpperCase()

/** Whether what the file says still holds, as far as its number was looked up. */
function nowOf(file: CertificateFile, { number, isPending, verified, error }: LookUp) {
  // Somebody may have looked up another number since.
  if (lettersOf(number) !== lettersOf(file.number))
    return warn(
      '다만 위에 있는 것은 다른 번호를 조회한 결과입니다. 지금도 맞는 내용인지 보시려면 두 파일을 다시 선택해 주세요.',
    )
  if (isPending) return { tone: 'ok', sentence: '지금도 맞는 내용인지 조회하고 있습니다.' } as const
  // Signed by whoever has a stolen key, or from before a backup was restored.
  if (error instanceof Problem && error.status === 404)
    return warn('다만 이 번호로 발급된 확인서가 없으니 그대로 믿지 마시고 고객센터로 알려 주세요.')
  if (!verified)
    return warn('다만 지금도 맞는 내용인지는 조회하지 못했습니다. 잠시 후 조회를 눌러 다시 확인해 주세요.')
  return compared(file, verified)
}

function compared(file: CertificateFile, { version, issuedAt }: Verified) {
  const isSame = version === file.version && Date.parse(issuedAt ?? '') === Date.parse(file.issued)
  // Of whoever has left the shop, no version is known.
  if (!version || isSame)
    return { tone: 'ok', sentence: '지금의 내용은 위에 조회한 결과를 봐 주세요.' } as const
  if (version > file.version)
    return warn(
      `다만 이 파일은 ${file.version}판이고, 그 뒤에 ${version}판이 발급되었습니다. 지금 맞는 내용은 위에 조회한 결과입니다.`,
    )
  return warn('다만 위에 조회한 결과와 다른 파일이며, 맞는 내용은 위에 조회한 결과입니다.')
}

const warn = (sentence: string) => ({ tone: 'warn', sentence }) as const
