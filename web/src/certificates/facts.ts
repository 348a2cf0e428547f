import type { CertificateDocument } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { lastDay } from '../services'
import type { FactRow } from '../ui/fact-rows'

/** What both the sheet and the answer to its number say, so that they can be compared line by line. */
type Said = Pick<CertificateDocument, 'holder' | 'from' | 'until' | 'state' | 'paidUntil'>

export const termRows = ({ holder, from, until, state, paidUntil }: Said): (FactRow | null)[] => [
  { name: '명의자', value: holder },
  { name: '이용 시작', value: dayAndTime(from) },
  {
    name: '이용 종료',
    value: until ? dayAndTime(until) : state === 'suspended' ? '배정 유지 중' : '이용 중',
  },
  paidUntil ? { name: '결제된 이용 기간', value: `${lastDay(paidUntil)}까지` } : null,
]

const PROOFS = {
  call: (at: string) => `${dayAndTime(at)} 이 IP로 접속되는 것을 서버에서 확인`,
  sandbox: (at: string) => `${dayAndTime(at)} 시험 환경 (실제 통신을 확인한 것이 아닙니다)`,
}

/** The rows of the sheet; the last is the gateway's own proof of the address. */
export const factsOf = (document: CertificateDocument): (FactRow | null)[] => [
  ...termRows(document),
  document.proof ? { name: '접속 확인', value: PROOFS[document.proof.how](document.proof.at) } : null,
]
