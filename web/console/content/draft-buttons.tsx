import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import type { Preview } from '../frame/types'
import { ChooseTime } from './choose-time'
import { type Draft, draftQuery, draftsQuery, TEXTS } from './queries'

type Asking = 'publish' | 'time' | 'unschedule' | 'discard' | { at: string } | null

const said = (title: string, label: string, before: string, value: string): Preview => ({
  title,
  rows: [{ label, value, before }],
  warnings: [],
  count: null,
  amount: null,
  digest: '',
})

/** What can be done with a draft: publish it now or at a time, take the time back, throw it away. */
export function DraftButtons({ draft, isSaved }: { draft: Draft; isSaved: boolean }) {
  const { id, publishAt, written } = draft
  const may = useMay()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [asking, setAsking] = useState<Asking>(null)
  const close = () => setAsking(null)
  const at = typeof asking === 'object' && asking !== null ? asking.at : null
  const address = path('/api/v1/console/content/drafts/{id}', { id })

  async function done(text: string, stays = false) {
    await Promise.all([
      client.invalidateQueries({ queryKey: draftsQuery.queryKey }),
      client.invalidateQueries({ queryKey: [TEXTS] }),
      stays && client.invalidateQueries({ queryKey: draftQuery(id).queryKey }),
    ])
    showToast(text)
    if (stays) close()
    else navigate('/console/content')
  }

  return (
    <>
      {may('content.publish') && publishAt === null && (
        <>
          <Button disabled={!isSaved} onClick={() => setAsking('publish')}>
            지금 게시
          </Button>
          <Button kind="quiet" disabled={!isSaved} onClick={() => setAsking('time')}>
            시각 정해 게시
          </Button>
        </>
      )}
      {may('content.publish') && publishAt !== null && (
        <Button kind="quiet" onClick={() => setAsking('unschedule')}>
          예약 취소
        </Button>
      )}
      {may('content.write') && (
        <Button kind="danger" onClick={() => setAsking('discard')}>
          버리기
        </Button>
      )}
      {!isSaved && <span className="text-caption text-ink-2">게시하려면 먼저 저장해 주세요.</span>}
      {asking === 'time' && <ChooseTime onChoose={(chosen) => setAsking({ at: chosen })} onClose={close} />}
      {(asking === 'publish' || at) && (
        <PreviewDialog
          title="글 게시"
          confirmLabel={at ? '게시 예약' : '지금 게시'}
          load={async () => (await send<Preview>('POST', `${address}/publication/preview`, { at })).data}
          confirm={(confirmed) => send('POST', `${address}/publication`, { at, ...confirmed })}
          onDone={() => done(at ? '게시를 예약했습니다.' : '글을 게시했습니다.', at !== null)}
          onClose={close}
        />
      )}
      {asking === 'unschedule' && (
        <PreviewDialog
          title="게시 예약 취소"
          confirmLabel="예약 취소"
          load={async () => said('게시 예약 취소', '게시', '예약함', '예약하지 않음')}
          confirm={({ reason }) => send('POST', `${address}/unscheduling`, { reason })}
          onDone={() => done('예약을 취소했습니다.', true)}
          onClose={close}
        />
      )}
      {asking === 'discard' && (
        <PreviewDialog
          title="작성 중인 글 버리기"
          confirmLabel="버리기"
          load={async () => said('작성 중인 글 버리기', '작성 중인 글', written.title || '제목 없음', '없음')}
          confirm={({ reason }) => send('POST', `${address}/removal`, { reason })}
          onDone={() => done('작성 중인 글을 버렸습니다. 게시된 글은 그대로입니다.')}
          onClose={close}
        />
      )}
    </>
  )
}
