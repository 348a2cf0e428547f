import { useSuspenseQuery } from '@tanstack/react-query'
import { LegalDocument } from './legal-document'
import { legalTextsQuery } from './queries'

export default function PrivacyPolicy() {
  const { data: texts } = useSuspenseQuery(legalTextsQuery)
  return <LegalDocument title="개인정보처리방침" text={texts.pp} />
}
