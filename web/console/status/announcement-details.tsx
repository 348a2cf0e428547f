import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Button } from '../frame/button'
import { FactList } from '../frame/fact-list'
import { Part, Ready } from '../frame/part'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { Timeline } from '../frame/timeline'
import { When } from '../frame/when'
import { GoOn } from './go-on'
import { type Announcement, announcementQuery } from './queries'
import { Standing } from './standing'
import { LEVEL_TONES, LEVELS, partsInWords, progressWord } from './words'

/** What was announced, how it stands, and all that was said, word by word. */
export function AnnouncementDetails({ id }: { id: string | number }) {
  return (
    <Ready query={useQuery(announcementQuery(id))} shape="h-72">
      {(announcement) => <Details announcement={announcement} />}
    </Ready>
  )
}

function Details({ announcement }: { announcement: Announcement }) {
  const { parts, level, state, beganAt, endedAt, updates } = announcement
  const may = useMay()
  const [doing, setDoing] = useState<'goOn' | 'end' | null>(null)
  return (
    <div className="grid gap-6">
      <FactList
        facts={[
          { label: '진행', value: <Standing level={level} state={state} /> },
          { label: '정도', value: <State tone={LEVEL_TONES[level]}>{LEVELS[level]}</State> },
          { label: '영향', value: partsInWords(parts) },
          { label: '시작', value: <When at={beganAt} /> },
          endedAt !== null && { label: '끝', value: <When at={endedAt} /> },
        ]}
      />
      {may('status.say') && state !== 'over' && (
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => setDoing('goOn')}>이어서 알리기</Button>
          <Button kind="quiet" onClick={() => setDoing('end')}>
            해결 알리기
          </Button>
        </div>
      )}
      <Part title="알린 글" lead="올린 그대로 남습니다. 틀린 것은 다음 글로 바로잡아 주세요.">
        <Timeline
          items={updates.map((update, place) => ({
            id: updates.length - place,
            at: update.saidAt,
            title: progressWord(level, update.state),
            detail: <p className="whitespace-pre-line break-words">{update.words}</p>,
          }))}
        />
      </Part>
      {doing && (
        <GoOn
          announcement={announcement}
          state={doing === 'end' ? 'over' : state}
          onClose={() => setDoing(null)}
        />
      )}
    </div>
  )
}
