import { DeclaredList } from '../desk/declared-list'
import { Button } from '../frame/button'
import { useMay } from '../frame/session'
import { useListAddress } from '../frame/use-list-address'
import { Announce } from './announce'
import { AnnouncementDetails } from './announcement-details'
import { Board } from './board'
import type { StatusLine } from './queries'
import { Standing } from './standing'
import { partsInWords } from './words'

const own = {
  state: (line: StatusLine) => <Standing {...line} />,
  parts: ({ parts }: StatusLine) => partsInWords(parts),
}

/** What the page /status says: what is measured, and in the words of staff. */
export function Component() {
  const may = useMay()
  const address = useListAddress()
  return (
    <>
      <DeclaredList<StatusLine>
        list="status/incidents"
        title="서비스 상태"
        own={own}
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
      />
      {address.query.has('say') && may('status.say') && (
        <Announce onClose={() => address.set({ say: null })} />
      )}
    </>
  )
}
