import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { figures } from '../../src/korean/money'
import { CopyButton } from '../../src/ui/copy-button'
import { stateOf } from '../desk/lists'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { useMay } from '../frame/session'
import { Timeline } from '../frame/timeline'
import { When } from '../frame/when'
import { WriteBroadcast } from '../messages/write-broadcast'
import { Clocks } from './clocks'
import { GiveCredit } from './give-credit'
import { NoticeState } from './notice-state'
import { PutUpNotice } from './put-up-notice'
import { type IncidentPage, incidentQuery } from './queries'
import { Standing } from './standing'
import { STEPS } from './words'
import { WriteStep } from './write-step'

/** The rights to a credit: of its days, which a bulk run gives, and of its mail. */
const CREDIT = ['services.extend', 'bulk.run', 'messages.broadcast']

/** What happened, until when whom to tell, with which words, and what was done. */
export function IncidentDetails({ id }: { id: string | number }) {
  return (
    <Ready query={useQuery(incidentQuery(id))} shape="h-96">
      {(page) => <Details page={page} />}
    </Ready>
  )
}

function Details({ page }: { page: IncidentPage }) {
  const { incident, clocks, steps, texts, notice, noticeDraft } = page
  const may = useMay()
  const [doing, setDoing] = useState<'step' | 'mail' | 'credit' | 'notice' | null>(null)
  const close = () => setDoing(null)
  const goesOn = incident.closedAt === null
  return (
    <div className="grid gap-6">
      <FactList
        facts={[
          { label: '상태', value: <Standing incident={incident} /> },
          { label: '종류', value: stateOf('incidents', 'kind', incident.kind).word },
          { label: '알게 된 때', value: <When at={incident.noticedAt} /> },
          incident.confirmedAt !== null && {
            label: '확인한 때',
            value: <When at={incident.confirmedAt} />,
          },
          { label: '영향 회원', value: `${incident.audience}, ${figures(incident.affected)}명` },
          notice !== null && { label: '홈페이지 공지', value: <NoticeState notice={notice} /> },
          { label: '내용', value: <span className="whitespace-pre-line">{incident.what}</span> },
          { label: '기록한 사람', value: incident.madeBy },
        ]}
      />
      {clocks.length > 0 && <Clocks clocks={clocks} />}
      {may('incidents.manage') && goesOn && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDoing('step')}>한 일 적기</Button>
          {may('messages.broadcast') && incident.affected > 0 && (
            <Button kind="quiet" onClick={() => setDoing('mail')}>
              회원에게 알리기
            </Button>
          )}
          {noticeDraft !== null && !notice?.isShown && may('content.publish') && (
            <Button kind="quiet" onClick={() => setDoing('notice')}>
              홈페이지에 30일 공지
            </Button>
          )}
          {incident.kind === 'outage' && CREDIT.every(may) && (
            <Button kind="quiet" onClick={() => setDoing('credit')}>
              기간 보상하고 알리기
            </Button>
          )}
        </div>
      )}
      <Part title="한 일">
        <Timeline
          items={steps
            .map(({ id, at, kind, by, body }) => ({
              id,
              at,
              title: STEPS[kind],
              by,
              detail: <p className="whitespace-pre-line">{body}</p>,
            }))
            .reverse()}
          empty="아직 적은 것이 없습니다."
        />
      </Part>
      <Text title="회원에게 알릴 문구" text={texts.membersBody} />
      {texts.authorityBody && <Text title="기관에 신고할 문구" text={texts.authorityBody} />}
      {doing === 'step' && <WriteStep page={page} onClose={close} />}
      {doing === 'mail' && (
        <WriteBroadcast
          initial={{
            subject: texts.membersSubject,
            body: texts.membersBody,
            incident: incident.id,
          }}
          onClose={close}
        />
      )}
      {doing === 'notice' && noticeDraft !== null && (
        <PutUpNotice id={incident.id} title={texts.membersSubject} draft={noticeDraft} onClose={close} />
      )}
      {doing === 'credit' && <GiveCredit incident={incident} onClose={close} />}
    </div>
  )
}

function Text({ title, text }: { title: string; text: string }) {
  return (
    <details className="rounded-control border border-line">
      <summary className="flex min-h-11 cursor-pointer items-center px-4 font-medium text-small">
        {title}
      </summary>
      <div className="grid gap-2 border-line border-t p-4">
        <pre className="whitespace-pre-wrap break-words font-sans text-small">{text}</pre>
        <div>
          <CopyButton text={text} what={title} />
        </div>
      </div>
    </details>
  )
}
