import { dayAndTime } from '../../src/korean/dates'
import { State } from '../frame/state'
import type { IncidentPage } from './queries'

/** From when until when the notice stands on the site, and whether it does. */
export function NoticeState({ notice }: { notice: NonNullable<IncidentPage['notice']> }) {
  const { path, begunAt, endsAt, endedAt, isShown } = notice
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      {isShown ? (
        <State tone="ok">공지 중</State>
      ) : endedAt ? (
        <State tone="plain">끝남</State>
      ) : (
        <State tone="danger">기간 전에 내려짐</State>
      )}
      <span className="figures">
        {dayAndTime(begunAt)} – {dayAndTime(endsAt)}
      </span>
      {isShown && (
        <a href={path} target="_blank" rel="noopener" className="underline underline-offset-4">
          공지 보기 (새 창)
        </a>
      )}
    </span>
  )
}
