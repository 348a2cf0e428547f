const STOPS = [
  {
    name: '결제',
    time: '15분 안에',
    text: '이용 기간을 고르면 IP 하나를 15분 동안 잡아 둡니다. 그사이 카드로 결제합니다.',
  },
  {
    name: '배정',
    time: '결제와 동시에',
    text: '결제가 확인되면 잡아 둔 IP가 회원님 것이 되고, 바로 게이트웨이에 반영됩니다.',
  },
  {
    name: '연결',
    time: '파일 하나로',
    text: '이용현황에서 기기를 추가하고, 설정 파일이나 QR 코드를 WireGuard 앱으로 불러옵니다.',
  },
]

/** One line with three stops: across on wide screens, downwards on phones. */
export function Steps() {
  return (
    <ol className="grid lg:grid-cols-3">
      {STOPS.map((stop, index) => {
        const isLast = index === STOPS.length - 1
        return (
          <li key={stop.name} className="relative pb-8 pl-12 lg:pt-12 lg:pr-8 lg:pb-0 lg:pl-0">
            <span
              aria-hidden="true"
              className="absolute top-3 bottom-0 left-[11px] w-0.5 bg-accent last:hidden lg:top-[11px] lg:right-0 lg:bottom-auto lg:left-0 lg:h-0.5 lg:w-auto"
              hidden={isLast}
            />
            <span
              aria-hidden="true"
              className={`absolute top-0 left-0 size-6 rounded-full border-2 border-accent ${isLast ? 'bg-accent' : 'bg-paper'}`}
            />
            <p className="flex items-baseline gap-3">
              <span className="font-bold text-title-s">{stop.name}</span>
              <span className="text-ink-2 text-small">{stop.time}</span>
            </p>
            <p className="mt-2 max-w-[22em] text-ink-2">{stop.text}</p>
          </li>
        )
      })}
    </ol>
  )
}
