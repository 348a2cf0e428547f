import { Printer } from 'lucide-react'
import { usePageData } from '../pages/use-page-data'
import { Button, ButtonLink, buttonLook } from '../ui/button'
import { CertificateSheet } from './certificate-sheet'
import { certificate as certificatePage } from './pages'
import { documentFile, signatureFile, signedFile } from './pages-lead-to'
import { CERTIFICATES } from './paths'

/** The certificate as a sheet of A4, and the files by which others check it without the shop. */
export default function CertificatePage() {
  const [{ certificate }] = usePageData(certificatePage)
  const { number, version } = certificate.document
  const of = { number, version }
  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto max-w-180">
        <div className="mb-6 flex flex-wrap items-center justify-between gap-4">
          <ButtonLink to={CERTIFICATES} kind="text" className="-ml-2">
            발급한 확인서 보기
          </ButtonLink>
          <Button kind="quiet" size="small" onClick={() => window.print()}>
            <Printer aria-hidden="true" className="size-4" strokeWidth={1.75} />
            인쇄·PDF 저장
          </Button>
        </div>
        <CertificateSheet certificate={certificate} />
        <section aria-labelledby="files" className="mt-8 grid gap-3">
          <h2 id="files" className="font-semibold text-small">
            서명 파일
          </h2>
          <p className="max-w-text text-caption text-ink-2">
            서명된 원본과 서명이 들어 있습니다. 이 파일을 받은 분은 이음에 묻지 않고도 확인서가 바뀌지
            않았음을 검사할 수 있습니다.
          </p>
          <div className="flex flex-wrap gap-2">
            <a href={signedFile(of)} download className={buttonLook({ kind: 'quiet', size: 'small' })}>
              확인서 파일 내려받기
            </a>
            <a href={documentFile(of)} download className={buttonLook({ kind: 'quiet', size: 'small' })}>
              원본(JSON) 내려받기
            </a>
            <a href={signatureFile(of)} download className={buttonLook({ kind: 'quiet', size: 'small' })}>
              서명(SIG) 내려받기
            </a>
          </div>
        </section>
      </div>
    </div>
  )
}
