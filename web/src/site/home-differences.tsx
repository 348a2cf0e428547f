import { classes } from '../ui/classes'

interface Kind {
  feature: 'sttcYn' | 'dynmYn'
  name: string
  short: string
  says: Record<(typeof ABOUT)[number], string>
}

const ABOUT = ['IP 주소', '함께 쓰는 사람', '주소 변경', '알맞은 일'] as const

/** What can be said of each kind of address; only those on sale are shown. */
export const KINDS: Kind[] = [
  {
    feature: 'sttcYn',
    name: '고정 IP VPN',
    short: '고정',
    says: {
      'IP 주소': '이용 기간 내내 같은 주소 하나',
      '함께 쓰는 사람': '없음 (혼자 사용)',
      '주소 변경': '바뀌지 않음',
      '알맞은 일': '접속 허용 목록 등록, 원격 근무, 매장·서버 상시 관리',
    },
  },
  {
    feature: 'dynmYn',
    name: '유동 IP VPN',
    short: '유동',
    says: {
      'IP 주소': '접속할 때마다 대역에서 새로 배정',
      '함께 쓰는 사람': '같은 대역을 여러 이용자가 차례로 사용',
      '주소 변경': '다시 접속하면 바뀜',
      '알맞은 일': '여러 주소에서 보이는 화면 확인, 지역별 점검',
    },
  },
]

/** A plain table; under 640 px every row becomes a block with its answers below each other. */
export function Differences({ kinds }: { kinds: Kind[] }) {
  const isCompared = kinds.length > 1
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">{kinds.map(({ name }) => name).join(', ')}</caption>
      <thead className={isCompared ? 'max-sm:sr-only' : 'sr-only'}>
        <tr className="border-ink border-b-2 text-left">
          <th scope="col" className="w-1/5 py-3">
            <span className="sr-only">항목</span>
          </th>
          {kinds.map(({ name }, place) => (
            <th
              key={name}
              scope="col"
              className={classes('py-3 text-lead', place > 0 && 'font-semibold text-ink-2')}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {ABOUT.map((about) => (
          <tr key={about} className="border-line border-b align-top max-sm:block max-sm:py-4">
            <th
              scope="row"
              className="py-4 pr-4 text-left font-medium text-ink-2 text-small max-sm:block max-sm:py-1"
            >
              {about}
            </th>
            {kinds.map(({ name, short, says }, place) => (
              <td
                key={name}
                className={classes(
                  'py-4 pr-6 max-sm:block max-sm:py-1',
                  place > 0 ? 'text-ink-2' : 'font-medium',
                )}
              >
                {isCompared && <span className="mr-2 text-caption text-ink-2 sm:hidden">{short}</span>}
                {says[about]}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
