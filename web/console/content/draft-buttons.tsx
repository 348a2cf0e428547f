import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import type { Draft } from './queries'

type Change = 'content.publish' | 'content.schedule' | 'content.unschedule' | 'content.discard'
/** Afterwards there is no draft any more. */
const ENDS: Change[] = ['content.publish', 'content.discard']
const TITLES: Record<Change, string> = {
  'content.publish': '글 게시',
  'content.schedule': '글 게시',
  'content.unschedule': '게시 예약 취소',
  'content.discard': '작성 중인 글 버리기',
}

/** What can be done with a draft: publish it now or at a time, take the time back, throw it away. */
export function DraftButtons({ draft, isSaved }: { draft: Draft; isSaved: boolean }) {
  const { id, publishAt } = draft
  const may = useMay()
  const [asking, setAsking] = useState<Change | null>(null)
  return (
    <>
      {may('content.publish') && publishAt === null && (
        <>
          <Button disabled={!isSaved} onClick={() => setAsking('content.publish')}>
            지금 게시
          </Button>
          <Button kind="quiet" disabled={!isSaved} onClick={() => setAsking('content.schedule')}>
            시각 정해 게시
          </Button>
        </>
      )}
      {may('content.publish') && publishAt !== null && (
        <Button kind="quiet" onClick={() => setAsking('content.unschedule')}>
          예약 취소
        </Button>
      )}
      {may('content.write') && (
        <Button kind="danger" onClick={() => setAsking('content.discard')}>
          버리기
        </Button>
      )}
      {!isSaved && <span className="text-caption text-ink-2">게시하려면 먼저 저장해 주세요.</span>}
      {asking && (
        <ChangeDialog
          change={asking}
          target={id}
          title={TITLES[asking]}
          onClose={() => setAsking(null)}
          {...(ENDS.includes(asking) && { leads: () => '/console/content' })}
        />
      )}
    </>
  )
}
