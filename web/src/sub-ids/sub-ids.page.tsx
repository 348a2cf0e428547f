import { useRef, useState } from 'react'
import type { MadeSubId } from '../api/types'
import { figures } from '../korean/money'
import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { InAppNotice } from '../ui/in-app-notice'
import { Pagination } from '../ui/pagination'
import { FilterForm } from './filter-form'
import { ImportSubIds } from './import-sub-ids'
import { LINKS_LOST } from './in-this-tab'
import { type Draft, isTyped, NO_DRAFT, useKept } from './kept'
import { MadeLink } from './made-link'
import { MadeMany } from './made-many'
import { NewSubId } from './new-sub-id'
import { subIds as subIdsPage } from './pages'
import { subIdPath, subIdsPath } from './pages-lead-to'
import { askedIn } from './paths'
import { SubIdRow } from './sub-id-row'
import { WHAT_FOR } from './words'

/** What is being made above the list. */
type Open = 'one' | 'file' | null

export default function SubIds() {
  const [{ subIds }, { page, query }] = usePageData(subIdsPage)
  const [open, setOpen] = useState<Open>(null)
  const { made, csv, draft, isStored, change } = useKept()
  const place = useRef<HTMLDivElement>(null)
  const asked = askedIn(query)
  const { items } = subIds
  const isFull = subIds.inUse >= subIds.limit
  const isFiltered = asked.search !== '' || asked.state !== undefined

  // What was typed before this page was loaded anew is still to be made.
  const shown = made.length > 0 ? 'made' : (open ?? (csv ? 'file' : isTyped(draft) ? 'one' : null))

  function show(made: MadeSubId[]) {
    setOpen(null)
    change({ made, csv: '', draft: NO_DRAFT })
  }

  /** What had the focus is gone, so the place above the list takes it. */
  function close() {
    show([])
    place.current?.focus()
  }

  function type(draft: Draft) {
    setOpen('one')
    change({ draft })
  }

  function paste(csv: string) {
    setOpen('file')
    change({ csv })
  }

  return (
    <MypageFrame title="서브 아이디 관리">
      <div className="grid gap-6">
        <div
          ref={place}
          tabIndex={-1}
          className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 outline-none"
        >
          <div className="grid gap-1">
            <p className="figures font-semibold">
              {figures(subIds.limit)}개 중 {figures(subIds.inUse)}개 만듦
            </p>
            {subIds.inUse > 0 && (
              <p className="max-w-text text-ink-2 text-small">
                {isFull
                  ? '더 만들 수 없습니다. 쓰지 않는 서브 아이디를 삭제하면 다시 만들 수 있습니다.'
                  : WHAT_FOR}
              </p>
            )}
          </div>
          {shown === null && (
            <div className="flex flex-wrap gap-3">
              <Button size="small" disabled={isFull} onClick={() => setOpen('one')}>
                서브 아이디 만들기
              </Button>
              <Button kind="quiet" size="small" disabled={isFull} onClick={() => setOpen('file')}>
                여러 개 한 번에 만들기
              </Button>
            </div>
          )}
        </div>
        {shown !== 'made' && <InAppNotice danger={LINKS_LOST} />}
        {shown === 'one' && (
          <NewSubId draft={draft} onDraft={type} onMade={(one) => show([one])} onCancel={close} />
        )}
        {shown === 'file' && <ImportSubIds text={csv} onText={paste} onMade={show} onCancel={close} />}
        {shown === 'made' && <Made made={made} isStored={isStored} onClose={close} />}
        {/* A form takes the place of the list: a press from before the script had come would push it down later. */}
        {(shown === null || shown === 'made') && (
          <>
            {(subIds.inUse > 0 || isFiltered) && <FilterForm asked={asked} />}
            {items.length > 0 ? (
              <ul aria-label="서브 아이디" className="grid gap-4">
                {items.map((one) => (
                  <SubIdRow key={one.id} subId={one} />
                ))}
              </ul>
            ) : (
              <EmptyState
                action={
                  isFiltered && (
                    <ButtonLink to={subIdsPath(1)} kind="quiet">
                      전체 보기
                    </ButtonLink>
                  )
                }
              >
                {emptyWords(isFiltered, page)}
              </EmptyState>
            )}
            <Pagination page={page} list={subIds} pathOf={(next) => subIdsPath(next, asked)} />
          </>
        )}
      </div>
    </MypageFrame>
  )
}

function emptyWords(isFiltered: boolean, page: number) {
  if (isFiltered) return '조건에 맞는 서브 아이디가 없습니다.'
  return page > 1 ? '이 페이지에는 서브 아이디가 없습니다.' : `서브 아이디가 없습니다. ${WHAT_FOR}`
}

interface MadeProps {
  made: MadeSubId[]
  isStored: boolean
  onClose: () => void
}

function Made({ made, ...rest }: MadeProps) {
  const [first] = made
  if (!first || made.length > 1) return <MadeMany made={made} {...rest} />
  return (
    <MadeLink link={first.link} loginId={first.loginId} {...rest}>
      <div className="grid justify-items-start gap-2">
        <p className="max-w-text text-small">
          이 아이디에는 회원님이 정하신 상품만 보입니다. 링크를 보내신 다음, 이어서 이용할 상품을 정해 주세요.
        </p>
        <ButtonLink to={subIdPath(first.id)} kind="quiet" size="small">
          상품 정하기
        </ButtonLink>
      </div>
    </MadeLink>
  )
}
