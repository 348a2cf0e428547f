import { ScreenHead } from '../frame/screen-head'
import { MonthForm } from '../invoices/month-form'

const TABLES = [
  ['매출-일별', '날마다 결제, 환불, 순매출, 공급가액, 부가세'],
  ['결제', '승인된 결제 하나하나. 회원은 번호로만 적힙니다.'],
  ['환불', '그 달에 끝난 환불'],
  ['포인트', '적립, 사용, 회수, 소멸'],
  ['세금계산서', '그 달의 신청과 승인번호'],
  ['현금영수증', '신청된 현금영수증과 발급 여부'],
]

/** The month for the accountant, as one file. */
export function Component() {
  return (
    <>
      <ScreenHead title="회계 자료" />
      <div className="grid gap-6">
        <p className="text-small">
          한 달의 돈을 표 여섯 개가 든 ZIP 파일 하나로 받습니다. 이름과 연락처는 들어가지 않습니다.
        </p>
        <dl className="grid max-w-140 grid-cols-[max-content_1fr] gap-x-4 gap-y-1.5 text-small">
          {TABLES.map(([name, what]) => (
            <div key={name} className="contents">
              <dt className="font-semibold">{name}</dt>
              <dd className="text-ink-2">{what}</dd>
            </div>
          ))}
        </dl>
        <MonthForm path="/api/v1/console/accountant/month" fallback="month.zip">
          <p className="text-caption text-ink-2">
            달은 서울 시각으로 나눕니다. 이번 달은 지금까지의 것만 들어갑니다.
          </p>
        </MonthForm>
      </div>
    </>
  )
}
