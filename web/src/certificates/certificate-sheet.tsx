import type { ReactNode } from 'react'
import type { Certificate } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { classes } from '../ui/classes'
import { FactRows } from '../ui/fact-rows'
import QrCode from '../ui/qr-code'
import { CertificateNumber } from './certificate-number'
import { factsOf } from './facts'
import { VERIFY } from './paths'
import { NAME_AS_REGISTERED, STATEMENTS, stateOf } from './words'

/**
 * The certificate on one sheet of A4, which `data-print` has printed without the rest of the page. It leaves room for other
 * fonts, in which a phone prints that has not loaded ours yet.
 */
export function CertificateSheet({ certificate }: { certificate: Certificate }) {
  const { document, keyId, signature, verifyUrl } = certificate
  const { issuer, number, version, issued, address, carrier, region, state } = document
  const { word } = stateOf(state)
  const isRevoked = state === 'revoked'
  return (
    <article
      data-print="a4"
      aria-label="고정 IP 이용 확인서"
      className="rounded-card border border-line p-6 sm:p-12 print:rounded-none print:border-0 print:p-0"
    >
      <header className="border-ink border-b-2 pb-5 print:pb-4">
        <p className="font-semibold text-accent text-small">{issuer.site}</p>
        <h1 className="mt-1 text-title-m sm:text-title-l">고정 IP 이용 확인서</h1>
        <p className="mt-2 text-caption text-ink-2">
          확인서 번호 <CertificateNumber number={number} />
        </p>
      </header>
      <p className={classes('mt-6 text-body print:mt-4', isRevoked && 'font-semibold text-danger')}>
        {STATEMENTS[state]}
      </p>
      <div className="mt-6 rounded-card border border-ink px-5 py-4 print:mt-4 print:py-3">
        <p className="flex flex-wrap justify-between gap-x-4 text-caption text-ink-2">
          <span>IP 주소</span>
          <span>
            {carrier} · {region}
          </span>
        </p>
        <p
          translate="no"
          className={classes('address mt-1 text-title-m sm:text-title-l', isRevoked && 'line-through')}
        >
          {address}
        </p>
      </div>
      <Part title="확인 내용">
        <FactRows rows={[{ name: '상태', value: word }, ...factsOf(document)]} />
      </Part>
      <Part title="발급">
        <FactRows
          rows={[
            { name: '발급 일시', value: `${dayAndTime(issued)}${version > 1 ? ` (${version}판)` : ''}` },
            { name: '발급자', value: issuer.company },
            { name: '사업자등록번호', value: issuer.registration },
          ]}
        />
      </Part>
      <footer className="mt-8 flex flex-col gap-6 border-ink border-t-2 pt-6 sm:flex-row sm:items-start print:mt-6 print:flex-row print:items-start">
        <QrCode text={verifyUrl} label="확인서 조회 QR 코드" className="size-32 shrink-0" />
        <div className="grid min-w-0 gap-2 text-caption text-ink-2">
          <p className="text-ink text-small">
            QR 코드를 찍거나{' '}
            <span className="font-semibold">
              {issuer.url.replace(/^https?:\/\//, '')}
              {VERIFY}
            </span>
            에서 확인서 번호를 입력하면, 서명된 내용을 그대로 볼 수 있습니다. 종이와 다르면 조회한 내용이
            맞습니다.
          </p>
          <p>
            {NAME_AS_REGISTERED} 시각은 한국 시간입니다. 발급한 뒤 이용이 끝나거나 연장되거나 이름이 바뀌면
            같은 번호로 새로 서명합니다.
          </p>
          {/* Else the font would make a multiplication sign of an x between digits, which somebody may type from paper. */}
          <p className="break-all [font-variant-ligatures:no-contextual]">
            Ed25519 전자서명 · 키 {keyId}
            <br />
            <code translate="no" className="font-sans">
              {signature}
            </code>
          </p>
        </div>
      </footer>
    </article>
  )
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="mt-6 break-inside-avoid print:mt-4">
      <h2 className="mb-3 border-line border-b pb-2 font-semibold text-small print:mb-2">{title}</h2>
      {children}
    </section>
  )
}
