import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ChangeDialog } from '../desk/change-dialog'
import { Button } from '../frame/button'
import { Ready } from '../frame/part'
import { Rows } from '../frame/rows'
import { ScreenHead } from '../frame/screen-head'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { CannedForm } from './canned-form'
import { type Canned, cannedQuery } from './queries'
import { CATEGORIES } from './words'

/** The answers that are given often. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  const query = useQuery(cannedQuery)
  const [removed, setRemoved] = useState<Canned | null>(null)
  const keeps = may('inquiries.canned')
  const open = query.data?.items.find(({ id }) => String(id) === address.open)
  return (
    <>
      <ScreenHead title="답변 서식" count={query.data ? `${query.data.items.length}` : ''}>
        {keeps && <Button onClick={() => address.set({ make: '1' })}>서식 만들기</Button>}
      </ScreenHead>
      <Ready query={query} shape="h-60">
        {({ items }) => (
          <Rows
            items={items}
            idOf={({ id }) => id}
            title={({ title }) => title}
            detail={({ category, body, changedBy, changedAt }) => (
              <>
                <span className="line-clamp-2 whitespace-pre-line">{body}</span>
                <span>
                  {category ? CATEGORIES[category] : '모든 분류'} · {changedBy} · <When at={changedAt} />
                </span>
              </>
            )}
            actions={(answer) =>
              keeps && (
                <>
                  <Button kind="quiet" onClick={() => address.openRow(String(answer.id))}>
                    고치기
                  </Button>
                  <Button kind="danger" onClick={() => setRemoved(answer)}>
                    삭제
                  </Button>
                </>
              )
            }
            empty="아직 서식이 없습니다. 자주 쓰는 답변을 만들어 두면 문의 화면에서 c 키로 꺼내 씁니다."
          />
        )}
      </Ready>
      {query.data && keeps && address.query.has('make') && (
        <CannedForm placeholders={query.data.placeholders} onClose={() => address.set({ make: null })} />
      )}
      {query.data && keeps && open && (
        <CannedForm
          key={open.id}
          kept={open}
          placeholders={query.data.placeholders}
          onClose={() => address.openRow(null)}
        />
      )}
      {removed && (
        <ChangeDialog
          change="inquiries.canned_removed"
          target={removed.id}
          title="답변 서식 삭제"
          typedName={removed.title}
          onClose={() => setRemoved(null)}
        />
      )}
    </>
  )
}
