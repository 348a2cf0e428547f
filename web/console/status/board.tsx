import { useQuery } from '@tanstack/react-query'
import { Ready } from '../frame/part'
import { State } from '../frame/state'
import { boardQuery } from './queries'
import { STATES } from './words'

/** What customers are told at this moment, part by part, and where. */
export function Board() {
  return (
    <Ready query={useQuery(boardQuery)} shape="h-[132px] sm:h-[84px]">
      {({ parts, address, isElsewhere }) => (
        <section
          aria-label="지금 고객에게 보이는 상태"
          className="mb-4 rounded-card border border-line text-small"
        >
          <ul className="grid sm:grid-cols-2 xl:grid-cols-4">
            {parts.map(({ name, state, words }) => (
              <li key={name} className="border-line border-b px-4 py-2.5">
                <span className="flex items-center justify-between gap-3">
                  <span className="min-w-0 font-medium">{name}</span>
                  <State tone={STATES[state].tone}>{STATES[state].word}</State>
                </span>
                {words && <span className="block text-caption text-ink-2">{words}</span>}
              </li>
            ))}
          </ul>
          <p className="flex flex-wrap items-center gap-x-4 px-4 pb-2 text-caption sm:pb-0 text-ink-2">
            <a
              href={address}
              target="_blank"
              rel="noopener"
              className="inline-flex min-h-11 items-center text-accent text-small underline underline-offset-4"
            >
              고객이 보는 페이지 (새 창)
            </a>
            {!isElsewhere &&
              '가게 서버가 멈추면 이 페이지도 멈춥니다. 다른 곳에도 두도록 서버를 돌보는 사람에게 부탁해 주세요.'}
          </p>
        </section>
      )}
    </Ready>
  )
}
