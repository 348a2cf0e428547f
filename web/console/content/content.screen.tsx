import { useQuery } from '@tanstack/react-query'
import { KINDS } from '../../generated/words/publishing'
import { Link } from '../../src/ui/link'
import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { Part } from '../frame/part'
import { Rows } from '../frame/rows'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { BeginDraft } from './begin-draft'
import { draftsQuery, type TextLine, type WrittenKind } from './queries'
import { Starters } from './starters'
import { TextView } from './text-view'
import { NAMES } from './words'

const own = {
  title: ({ title }: TextLine) => <span className="line-clamp-1">{title}</span>,
  draft: ({ draft }: TextLine) => (draft === null ? '' : '있음'),
  slug: ({ slug, edition }: TextLine) => (edition ? `${slug} ${edition}` : slug),
}

/** Every text of the shop, and below its head what is being written. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  return (
    <div className="grid gap-8">
      <div>
        <DeclaredList<TextLine>
          list="content/texts"
          title="콘텐츠"
          own={own}
          idOf={({ id }) => String(id)}
          nameOf={({ title }) => title}
          pageOf={({ id }) => `/console/content/${id}`}
          above={<Drafts />}
          actions={may('content.write') && <Button onClick={() => address.set({ make: '1' })}>새 글</Button>}
          empty={
            <NoTexts onStart={may('content.publish') ? () => address.set({ starters: '1' }) : undefined} />
          }
          sheetTitle={(id, line) => line?.title ?? `글 ${id}`}
          sheet={(id) => <TextView id={Number(id)} />}
        />
      </div>
      {may('content.write') && address.query.has('make') && (
        <BeginDraft first={kindIn(address.query.get('make'))} onClose={() => address.set({ make: null })} />
      )}
      {may('content.publish') && address.query.has('starters') && (
        <Starters onClose={() => address.set({ starters: null })} />
      )}
    </div>
  )
}

/** What a link wants to have begun: `make=legal`; a notice where it only says that. */
const kindIn = (made: string | null): WrittenKind =>
  made !== null && made in NAMES ? (made as WrittenKind) : 'notice'

/** A new shop need not write everything itself. */
const NoTexts = ({ onStart }: { onStart: (() => void) | undefined }) => (
  <div className="grid justify-items-center gap-3">
    <p>아직 글이 없습니다. 자주 묻는 질문, 이용 안내, 페이지는 준비된 기본 글로 시작할 수 있습니다.</p>
    {onStart && <Button onClick={onStart}>기본 글 넣기</Button>}
  </div>
)

function Drafts() {
  const { data } = useQuery(draftsQuery)
  if (!data || data.items.length === 0) return null
  return (
    <div className="mt-4 mb-6">
      <Part title="작성 중인 글">
        <Rows
          items={data.items}
          idOf={({ id }) => id}
          title={({ id, title }) => (
            <Link to={`/console/content/drafts/${id}`} className="underline underline-offset-4">
              {title || '제목 없음'}
            </Link>
          )}
          detail={({ kind, changedBy, changedAt, problem }) => (
            <>
              {KINDS[kind]} · {changedBy} · <When at={changedAt} />
              {problem && <span className="block text-danger">게시하지 못했습니다. {problem}</span>}
            </>
          )}
          actions={({ publishAt }) =>
            publishAt && (
              <span className="text-caption">
                <When at={publishAt} /> 게시 예약
              </span>
            )
          }
          empty=""
        />
      </Part>
    </div>
  )
}
