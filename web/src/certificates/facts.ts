import type { CertificateDocument } from '../api/types'
import { dayAndTime, lastDay } from '../korean/dates'
import type { FactRow } from '../ui/fact-rows'

/** What both the sheet and the answer to its number say, so that they can be compared line by line. */
type Said = Pick<CertificateDocument, 'holder' | 'from' | 'until' | 'state' | 'paidUntil'>

/** `2026.11.20 14:05 ~ 2026.12.01 09:30`; an address that is still the holder's has a beginning alone. */
function term({ from, until, state }: Said): string {
  if (until) return `${dayAndTime(from)} ~ ${dayAndTime(until)}`
  return `${dayAndTime(from)}부터 (${state === 'suspended' ? '이용 정지, 배정 유지' : '이용 중'})`
}

export const termRows = (said: Said): (FactRow | null)[] => [
  { name: '명의자', value: said.holder },
  { name: '이용 기간', value: term(said) },
  said.paidUntil ? { name: '결제된 기간', value: `${lastDay(said.paidUntil)}까지` } : null,
]

const PROOFS = {
  call: { what: '이 IP로 통신되는 것을 확인', note: null },
  sandbox: { what: '시험 환경', note: '실제 통신 아님' },
}

/** Of old proofs the last is kept: that of an address which was not the holder's yet says so. */
function proven({ proof, from }: CertificateDocument): string | null {
  if (!proof) return null
  const { what, note } = PROOFS[proof.how]
  const before = new Date(proof.at) < new Date(from) ? '이용 시작 전' : null
  const notes = [note, before].filter((words) => words !== null).join(', ')
  return `${dayAndTime(proof.at)} ${what}${notes && ` (${notes})`}`
}

/** The rows of the sheet; the last is the gateway's own proof of the address. */
export function factsOf(document: CertificateDocument): (FactRow | null)[] {
  const value = proven(document)
  return [...termRows(document), value ? { name: '접속 확인', value } : null]
}
