import { useState } from 'react'
import type { ShownLink } from '../../api/types'
import { timeOfDay } from '../../korean/dates'
import { spoken } from '../../korean/durations'
import { PRIVACY_POLICY } from '../../site'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { ChoiceTiles } from '../../ui/choice-tiles'
import { FactRows } from '../../ui/fact-rows'
import { InAppNotice, NO_FILES } from '../../ui/in-app-notice'
import { Link } from '../../ui/link'
import { useSecondsLeft } from '../../ui/seconds-left'
import { ownDevice } from '../own-device'
import { Pretended } from '../pretended'

interface StartSetupProps {
  link: ShownLink
  onStart: (isElsewhere: boolean) => Promise<unknown>
}

/** What the link is for and what will be recorded, and the one press that uses it. */
export function StartSetup({ link, onStart }: StartSetupProps) {
  const own = ownDevice()
  const [place, setPlace] = useState<'here' | 'elsewhere'>('here')
  const [refusal, setRefusal] = useState<string>()
  const [busy, setBusy] = useState(false)
  const left = useSecondsLeft(Date.parse(link.expiresAt))
  const target = place === 'here' ? `이 ${own.word}` : '휴대폰·태블릿'

  async function press() {
    setRefusal(undefined)
    setBusy(true)
    try {
      await onStart(place === 'elsewhere')
    } catch (failure) {
      setRefusal(failure instanceof Error ? failure.message : String(failure))
      setBusy(false)
    }
  }

  return (
    <>
      <div className="grid gap-3">
        <h1 className="text-title-m">기기 설정</h1>
        <p className="text-ink-2">
          받으신 링크로 기기 한 대에 VPN을 설정합니다. 회원가입이나 로그인은 필요 없습니다.
        </p>
      </div>
      <InAppNotice danger={NO_FILES} needsLogin={false} />
      <Pretended service={link} />
      <div className="rounded-card border border-line p-5">
        <FactRows
          rows={[
            { name: '기기 이름', value: <b className="break-words">{link.name}</b> },
            { name: '상품', value: link.planName },
            { name: '통신사', value: `${link.carrier} · ${link.region}` },
            {
              name: '링크 유효 시간',
              value: left > 0 ? `${timeOfDay(link.expiresAt)}까지 (${rounded(left)} 남음)` : '지났습니다',
            },
          ]}
        />
      </div>
      <Recorded />
      {own.word === '컴퓨터' && (
        <ChoiceTiles
          legend="어디에 설정하시겠습니까?"
          value={place}
          onChange={setPlace}
          choices={[
            { value: 'here', title: '이 컴퓨터', note: '설정 파일을 가져옵니다' },
            { value: 'elsewhere', title: '휴대폰·태블릿', note: 'QR 코드를 찍습니다' },
          ]}
        />
      )}
      {refusal ? (
        <Callout tone="danger">{refusal}</Callout>
      ) : (
        !link.hasPlace && (
          <Callout tone="warn">
            이 상품에 등록할 수 있는 기기 수가 찼습니다. 링크를 보내신 분이 쓰지 않는 기기를 삭제하면 설정하실
            수 있습니다.
          </Callout>
        )
      )}
      <div className="grid gap-3">
        <Button loading={busy} onClick={press} className="max-sm:w-full sm:justify-self-start">
          {target} 설정하기
        </Button>
        <p className="text-caption text-ink-2">
          접속에 쓸 키는 이 브라우저에서 만들어지며 서버로 보내지 않습니다. 링크는 한 번만 쓸 수 있으니 직접
          쓰실 기기에서 눌러 주세요.
        </p>
      </div>
    </>
  )
}

/** Whole minutes until the last one, so that the figures stand still. */
const rounded = (seconds: number) =>
  seconds > 60 ? spoken(Math.floor(seconds / 60) * 60).replace(' 0초', '') : spoken(seconds)

/** In the words of the terms, and who sees how much of it. */
const Recorded = () => (
  <section aria-labelledby="recorded" className="grid gap-3 rounded-card bg-surface p-5 text-small">
    <h2 id="recorded" className="font-semibold">
      접속 기록과 보이는 범위
    </h2>
    <ul className="grid list-disc gap-2 pl-5">
      <li>
        접속 기록에는 기기, 배정된 IP, 접속한 기기의 IP(암호화), 시작과 종료 시각, 주고받은 데이터의 양이
        남습니다. 방문한 사이트와 통신 내용은 기록하지 않습니다.
      </li>
      <li>
        링크를 보내신 분과 이 상품을 구매한 회원은 이 기기의 접속 시작과 종료 시각, 배정된 IP, 데이터의 양을
        볼 수 있고, 이 기기를 언제든 삭제할 수 있습니다. 접속한 기기의 IP는 볼 수 없습니다.
      </li>
    </ul>
    <p>
      <Link to={PRIVACY_POLICY} className="underline underline-offset-4">
        개인정보처리방침
      </Link>
    </p>
  </section>
)
