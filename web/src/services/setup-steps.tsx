const APPS = [
  { name: '윈도우', href: 'https://www.wireguard.com/install/' },
  { name: 'macOS', href: 'https://apps.apple.com/kr/app/wireguard/id1451685025' },
  { name: '안드로이드', href: 'https://play.google.com/store/apps/details?id=com.wireguard.android' },
  { name: '아이폰·아이패드', href: 'https://apps.apple.com/kr/app/wireguard/id1441195209' },
]

const STEP = 'flex gap-3'

function StepNumber({ children }: { children: number }) {
  return (
    <span
      aria-hidden="true"
      className="figures mt-0.5 grid size-6 shrink-0 place-items-center rounded-full bg-surface font-semibold text-caption"
    >
      {children}
    </span>
  )
}

/** How to connect a device, in three steps. */
export function SetupSteps() {
  return (
    <ol className="mt-3 grid gap-2 text-small">
      <li className={STEP}>
        <StepNumber>{1}</StepNumber>
        <span>
          기기에 WireGuard 앱을 설치합니다.{' '}
          <span className="inline-flex flex-wrap gap-x-3">
            {APPS.map(({ name, href }) => (
              <a
                key={name}
                href={href}
                target="_blank"
                rel="noreferrer"
                className="font-medium text-accent underline decoration-line underline-offset-4 hover:decoration-accent"
              >
                {name}
              </a>
            ))}
          </span>
        </span>
      </li>
      <li className={STEP}>
        <StepNumber>{2}</StepNumber>
        <span>휴대폰은 앱에서 QR 코드를 찍고, 컴퓨터는 내려받은 .conf 파일을 가져옵니다.</span>
      </li>
      <li className={STEP}>
        <StepNumber>{3}</StepNumber>
        <span>앱에서 연결을 켜면 아래 연결 확인이 초록색으로 바뀝니다.</span>
      </li>
    </ol>
  )
}
