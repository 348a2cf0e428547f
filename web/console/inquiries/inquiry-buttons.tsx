import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Icon } from '../../src/ui/icon'
import { ChangeDialog } from '../desk/change-dialog'
import { CHANGES } from '../desk/changes'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { useKeys } from '../frame/keys'
import { Menu } from '../frame/menu'
import { useSession } from '../frame/session'
import { colleaguesQuery, type Thread } from './queries'

const LOOK =
  'inline-flex min-h-9 items-center gap-1 rounded-control border border-ink-3 bg-paper px-3 font-semibold text-small hover:bg-surface max-sm:min-h-11'

/** What can be done with an inquiry besides answering it: who has it in hand, and whether it waits at all. */
export function InquiryButtons({ thread }: { thread: Thread }) {
  const { id, state, assigneeId, takenBy, messages } = thread
  const self = useSession()
  const colleagues = useQuery(colleaguesQuery)
  const [asking, setAsking] = useState(false)
  const waits = state === 'received' || state === 'in_progress'
  const ends = waits ? 'inquiries.close' : 'inquiries.reopen'
  const assign = usePress('inquiries.assign', id)
  const isTakable = waits && assigneeId !== self.id
  useKeys({ a: isTakable && !assign.isPending ? () => assign.mutate({ to: self.id }) : undefined })
  const whyNot = waits ? null : '답변을 기다리는 문의가 아닙니다.'
  const others = colleagues.data?.items.filter((one) => one.id !== self.id && one.id !== assigneeId) ?? []

  return (
    <>
      <div className="flex flex-wrap items-center gap-2">
        {isTakable && (
          <Button kind="quiet" loading={assign.isPending} onClick={() => assign.mutate({ to: self.id })}>
            내가 맡기
          </Button>
        )}
        <Menu
          label={
            <>
              담당자
              <Icon name="down" className="size-4" />
            </>
          }
          name="담당자 바꾸기"
          look={LOOK}
          items={[
            ...others.map(({ id: to, name }) => ({
              label: `${name} 님에게`,
              whyNot,
              onChoose: () => assign.mutate({ to }),
            })),
            {
              label: '담당자 없음으로',
              whyNot: takenBy === null ? '담당자가 없습니다.' : whyNot,
              onChoose: () => assign.mutate({ to: null }),
            },
          ]}
        />
        <Button kind="quiet" onClick={() => setAsking(true)}>
          {CHANGES[ends].label}
        </Button>
      </div>
      <Failure error={assign.error} />
      {asking && (
        <ChangeDialog
          change={ends}
          target={id}
          title={CHANGES[ends].label}
          {...(waits && { given: { seen: messages.at(-1)?.id ?? 0 } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
