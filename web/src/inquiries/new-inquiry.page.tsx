import { Troubles } from '../site'
import { InquiryForm } from './inquiry-form'

export default function NewInquiry() {
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-form">
        <h1 className="text-title-m lg:text-title-l">문의하기</h1>
        <p className="mt-3 mb-8 text-ink-2">답변이 등록되면 이메일과 문자로 알려 드립니다.</p>
        <Troubles className="mb-8" />
        <InquiryForm />
      </div>
    </div>
  )
}
