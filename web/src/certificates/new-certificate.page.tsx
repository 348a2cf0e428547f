import { useRef } from 'react'
import type { CertifiableService } from '../api/types'
import { MypageFrame, useMember } from '../members'
import { usePageData } from '../pages/use-page-data'
import { serviceIn } from '../services/paths'
import { hasPage, useConfig } from '../site'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { type Choice, ChoiceTiles } from '../ui/choice-tiles'
import { EmptyState } from '../ui/empty-state'
import { useNavigate } from '../ui/navigate'
import { Pagination } from '../ui/pagination'
import { Tag } from '../ui/tag'
import { maskedName } from './masked-name'
import { newCertificate } from './pages'
import { certificatePath } from './pages-lead-to'
import { CERTIFICATES, newCertificatePath } from './paths'
import { useIssue } from './queries'
import { useCertificateChoice } from './use-certificate-choice'
import { spanOf, stateOf } from './words'

export default function NewCertificate() {
  const config = useConfig()
  const [{ choices }, { query, page }] = usePageData(newCertificate)
  const service = serviceIn(query)
  const spans = choices.items.flatMap(({ serviceId, spans }) => spans.map((span) => ({ serviceId, ...span })))
  return (
    <MypageFrame title="이용 확인서 발급">
      <ButtonLink to={CERTIFICATES} kind="text" className="-ml-2">
        발급한 확인서 보기
      </ButtonLink>
      {spans.length > 0 ? (
        <IssueForm key={`${service} ${page}`} spans={spans} query={query} />
      ) : (
        <div className="mt-6">
          <EmptyState
            action={hasPage('/static-ip', config) && <ButtonLink to="/static-ip">고정 IP 보기</ButtonLink>}
          >
            확인서를 발급할 고정 IP가 없습니다. 유동 IP는 주소가 바뀌므로 확인서를 발급하지 않습니다.
          </EmptyState>
        </div>
      )}
      {service ? (
        <p className="mt-6">
          <ButtonLink to={newCertificatePath()} kind="text" className="-ml-2">
            다른 고정 IP 보기
          </ButtonLink>
        </p>
      ) : (
        <Pagination page={page} list={choices} pathOf={(next) => newCertificatePath(undefined, next)} />
      )}
    </MypageFrame>
  )
}

/** An address of one of the member's services. */
type Span = CertifiableService['spans'][number] & Pick<CertifiableService, 'serviceId'>

/** Which address, and whether the name is printed in full. */
function IssueForm({ spans, query }: { spans: Span[]; query: URLSearchParams }) {
  const navigate = useNavigate()
  const member = useMember()
  const issue = useIssue()
  const isIssuing = useRef(false)
  const { span, name, choose } = useCertificateChoice(spans, query)
  const chosen = spans.find(({ id }) => id === span)
  const full = member?.mberNm ?? ''

  function submit() {
    // Before the button shows that it is busy, a second press would lead to the same sheet twice.
    if (!chosen || isIssuing.current) return
    isIssuing.current = true
    issue
      .mutateAsync({ serviceId: chosen.serviceId, spanId: chosen.id, name })
      .then(({ number }) => navigate(certificatePath(number)))
      .catch(() => {
        isIssuing.current = false // what it was is shown beside the button
      })
  }

  return (
    <form
      className="mt-6 grid max-w-form gap-8"
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <ChoiceTiles
        legend="어떤 IP의 확인서가 필요하신가요"
        choices={spans.map(choiceOf)}
        value={span}
        onChange={(span) => choose({ span })}
      />
      <ChoiceTiles
        legend="명의자 이름을 어떻게 표시할까요"
        choices={[
          { value: 'full' as const, title: full, note: '이름을 모두 표시합니다.' },
          { value: 'masked' as const, title: maskedName(full), note: '이름의 일부를 가립니다.' },
        ]}
        value={name}
        onChange={(name) => choose({ name })}
      />
      <div className="grid gap-4">
        {issue.error && <Callout tone="danger">{issue.error.message}</Callout>}
        <Button type="submit" loading={issue.isPending} disabled={!chosen} className="sm:justify-self-start">
          확인서 발급
        </Button>
        <p className="text-caption text-ink-2">
          확인서 번호나 QR 코드를 아는 사람은 누구나 서명된 IP 주소, 이용 기간, 통신사와 표시된 이름을 조회할
          수 있습니다. 보여 줄 곳에만 전해 주세요.
        </p>
      </div>
    </form>
  )
}

const choiceOf = (span: Span): Choice<number> => {
  const { word, tone } = stateOf(span.state)
  return {
    value: span.id,
    title: (
      <span translate="no" className="address">
        {span.address}
      </span>
    ),
    note: (
      <span className="figures">
        {span.carrier} {span.region} · {spanOf(span)}
      </span>
    ),
    aside: <Tag tone={tone}>{word}</Tag>,
  }
}
