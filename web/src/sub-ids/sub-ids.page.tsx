import { useRef, useState } from 'react'
import type { MadeSubId } from '../api/types'
import { figures } from '../korean/money'
import { MypageFrame } from '../members'
import { usePageData } from '../pages/use-page-data'
import { Button, ButtonLink } from '../ui/button'
import { EmptyState } from '../ui/empty-state'
import { Pagination } from '../ui/pagination'
import { FilterForm } from './filter-form'
import { ImportSubIds } from './import-sub-ids'
import { MadeLink } from './made-link'
import { MadeMany } from './made-many'
import { NewSubId } from './new-sub-id'
import { subIds as subIdsPage } from './pages'
import { subIdsPath } from './pages-lead-to'
import { askedIn } from './paths'
import { SubIdRow } from './sub-id-row'
import { WHAT_FOR } from './words'

/** What stands open above the list. */
type Open = 'one' | 'file' | MadeSubId[] | null

export default function SubIds() {
  const [{ subIds }, { page, query }] = usePageData(subIdsPage)
  const [open, setOpen] = useState<Open>(null)
  const place = useRef<HTMLDivElement>(null)
  const asked = askedIn(query)
  const { items } = subIds
  const isFull = subIds.inUse >= subIds.limit
  const isFiltered = asked.search !== '' || asked.state !== undefined

  /** What had the focus is gone, so the place above the list takes it. */
  function close() {
    setOpen(null)
    place.current?.focus()
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
              {figures(subIds.limit)}개 중 {figures(subIds.inUse)}개 사용 중
            </p>
            {subIds.inUse > 0 && (
              <p className="max-w-text text-ink-2 text-small">
                {isFull
                  ? '더 만들 수 없습니다. 쓰지 않는 서브 아이디를 삭제하면 다시 만들 수 있습니다.'
                  : WHAT_FOR}
              </p>
            )}
          </div>
          {open === null && (
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
        {open === 'one' && <NewSubId onMade={(made) => setOpen([made])} onCancel={close} />}
        {open === 'file' && <ImportSubIds onMade={setOpen} onCancel={close} />}
        {Array.isArray(open) && <Made made={open} onClose={close} />}
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
      </div>
    </MypageFrame>
  )
}

function emptyWords(isFiltered: boolean, page: number) {
  if (isFiltered) return '조건에 맞는 서브 아이디가 없습니다.'
  return page > 1 ? '이 페이지에는 서브 아이디가 없습니다.' : `서브 아이디가 없습니다. ${WHAT_FOR}`
}

function Made({ made, onClose }: { made: MadeSubId[]; onClose: () => void }) {
  const [first] = made
  if (!first || made.length > 1) return <MadeMany made={made} onClose={onClose} />
  return <MadeLink link={first.link} loginId={first.loginId} onClose={onClose} />
}
