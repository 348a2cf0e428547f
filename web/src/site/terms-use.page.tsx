import { useSuspenseQuery } from '@tanstack/react-query'
import { LegalDocument } from './legal-document'
import { legalTextsQuery } from './queries'

export default function TermsOfUse() {
  const { data: texts } = useSuspenseQuery(legalTextsQuery)
  return <LegalDocument title="이용약관" text={texts.tos} />
}
