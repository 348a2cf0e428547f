import type { ReactNode } from 'react'
import type { SiteConfig } from '../api/types'

interface QuestionsProps {
  config: SiteConfig
  deviceLimit: number | undefined
}

function Question({ asked, children }: { asked: string; children: ReactNode }) {
  return (
    <div className="grid gap-2 border-line border-t py-6 lg:grid-cols-[360px_1fr] lg:gap-12">
      <dt className="font-semibold text-lead">{asked}</dt>
      <dd className="max-w-text text-ink-2">{children}</dd>
    </div>
  )
}

/** The five things buyers fear, answered with what we can stand by. */
export function Questions({ config, deviceLimit }: QuestionsProps) {
  return (
    <dl className="border-line border-b">
      <Question asked="접속이 차단되지는 않나요?">
        통신사에 등록된 회선 주소라 데이터센터 대역을 막는 곳에서도 일반 인터넷 회선으로 보입니다. 다만 차단
        여부는 접속하는 서비스가 정하므로 모든 곳에서 열린다고 약속드릴 수는 없습니다.
      </Question>
      <Question asked="속도가 느려지지 않나요?">
        WireGuard 방식이라 암호화에 드는 시간이 짧습니다. 실제 속도는 쓰고 계신 인터넷 회선과 게이트웨이까지의
        거리에 따라 달라집니다.
      </Question>
      <Question asked="환불은 어떻게 되나요?">
        결제 후 7일 안에는 위약금 없이, 그 뒤에도 이용하지 않은 기간을 하루 단위로 계산해 돌려드립니다. 금액은
        마이페이지 결제내역에서 먼저 확인한 뒤 신청하시고, 어려우시면 고객센터 {config.tel}로 알려 주세요.
      </Question>
      <Question asked="어떤 기기에서, 몇 대까지 쓸 수 있나요?">
        윈도우, macOS, 리눅스, 안드로이드, 아이폰·아이패드에서 쓸 수 있습니다.{' '}
        {deviceLimit !== undefined && <>IP 하나에 기기를 {deviceLimit}대까지 등록하며, </>}
        기기마다 열쇠를 따로 만듭니다.
      </Question>
      <Question asked="어떤 기록이 남나요?">
        기기마다 최근 접속 시각과 주고받은 데이터의 양을 기록합니다. 방문한 사이트와 통신 내용은 기록하지
        않습니다. 기기의 개인키는 브라우저 안에서 만들어지고 서버로 보내지 않습니다.
      </Question>
    </dl>
  )
}
