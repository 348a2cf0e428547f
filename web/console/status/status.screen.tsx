import { Button } from '../frame/button'
import type { Column } from '../frame/column'
import type { Filter } from '../frame/filter'
import { ListScreen } from '../frame/list-screen'
import { useMay } from '../frame/session'
import { State } from '../frame/state'
import { useListAddress } from '../frame/use-list-address'
import { When } from '../frame/when'
import { Announce } from './announce'
import { AnnouncementDetails } from './announcement-details'
import { Board } from './board'
import { INCIDENTS, type StatusLine } from './queries'
import { Standing } from './standing'
import { LEVEL_TONES, LEVELS, partsInWords } from './words'

const COLUMNS: Column<StatusLine>[] = [
  { key: 'title', label: '공지', cell: ({ title }) => title },
  { key: 'state', label: '진행', cell: (line) => <Standing {...line} /> },
  {
    key: 'level',
    label: '정도',
    cell: ({ level }) => <State tone={LEVEL_TONES[level]}>{LEVELS[level]}</State>,
  },
  { key: 'parts', label: '영향', cell: ({ parts }) => partsInWords(parts) },
  { key: 'saidAt', label: '마지막 글', cell: ({ saidAt }) => <When at={saidAt} /> },
  { key: 'beganAt', label: '시작', cell: ({ beganAt }) => <When at={beganAt} /> },
]

const FILTERS: Filter[] = [
  {
    kind: 'select',
    name: 'state',
    label: '진행',
    options: [
      { value: 'open', label: '알리는 중' },
      { value: 'over', label: '해결' },
    ],
  },
]

/** What the page /status says: what is measured, and in the words of staff. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  return (
    <>
      <ListScreen<StatusLine>
        title="서비스 상태"
        label="상태 공지"
        path={INCIDENTS}
        columns={COLUMNS}
        filters={FILTERS}
        idOf={({ id }) => String(id)}
        pageOf={({ id }) => `/console/status/${id}`}
        above={<Board />}
        empty={
          <p>
            알린 것이 없습니다. 결제나 접속에 문제가 있으면 여기에서 알려 주세요. 같은 문의가 몰리는 것을 줄여
            줍니다.
          </p>
        }
        actions={
          may('status.say') && <Button onClick={() => address.set({ say: '1' })}>서비스 상태에 알리기</Button>
        }
        sheetTitle={(id, line) => line?.title ?? `상태 공지 ${id}`}
        sheet={(id) => <AnnouncementDetails id={id} />}
        isKeptHere
      />
      {address.query.has('say') && may('status.say') && (
        <Announce onClose={() => address.set({ say: null })} />
      )}
    </>
  )
}
