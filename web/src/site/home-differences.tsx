const ROWS = [
  { about: 'IP 주소', fixed: '이용 기간 내내 같은 주소 하나', dynamic: '접속할 때마다 대역에서 새로 배정' },
  { about: '함께 쓰는 사람', fixed: '없음 (혼자 사용)', dynamic: '같은 대역을 여러 이용자가 차례로 사용' },
  { about: '주소 변경', fixed: '바뀌지 않음', dynamic: '다시 접속하면 바뀜' },
  {
    about: '알맞은 일',
    fixed: '접속 허용 목록 등록, 원격 근무, 매장·서버 상시 관리',
    dynamic: '여러 주소에서 보이는 화면 확인, 지역별 점검',
  },
]

/** A plain table; under 640 px every row becomes a block with its two answers below each other. */
export function Differences() {
  return (
    <table className="w-full max-sm:block">
      <caption className="sr-only">고정 IP VPN과 유동 IP VPN의 차이</caption>
      <thead className="max-sm:sr-only">
        <tr className="border-ink border-b-2 text-left">
          <th scope="col" className="w-1/5 py-3">
            <span className="sr-only">항목</span>
          </th>
          <th scope="col" className="w-2/5 py-3 text-lead">
            고정 IP VPN
          </th>
          <th scope="col" className="w-2/5 py-3 font-semibold text-ink-2 text-lead">
            유동 IP VPN
          </th>
        </tr>
      </thead>
      <tbody className="max-sm:block">
        {ROWS.map((row) => (
          <tr key={row.about} className="border-line border-b align-top max-sm:block max-sm:py-4">
            <th
              scope="row"
              className="py-4 pr-4 text-left font-medium text-ink-2 text-small max-sm:block max-sm:py-1"
            >
              {row.about}
            </th>
            <td className="py-4 pr-6 font-medium max-sm:block max-sm:py-1">
              <span className="mr-2 text-caption text-ink-2 sm:hidden">고정</span>
              {row.fixed}
            </td>
            <td className="py-4 text-ink-2 max-sm:block max-sm:py-1">
              <span className="mr-2 text-caption sm:hidden">유동</span>
              {row.dynamic}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
