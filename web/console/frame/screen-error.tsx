import type { ReactNode } from 'react'
import { useLocation, useRouteError } from 'react-router'
import { codeOf } from '../../src/api/problem'
import { withRo } from '../../src/korean/particles'
import { Button, ButtonLink } from './button'
import { requestIdOf } from './calls'
import { COMING, sentenceOf } from './failure'
import { FIND_KEY } from './keys'
import { ScreenHead } from './screen-head'
import { useComing } from './use-return'

/** Why there is nothing to see, and a way on. */
export function Notice({
  title,
  children,
  action,
}: {
  title: string
  children: ReactNode
  action: ReactNode
}) {
  return (
    <div className="mx-auto grid max-w-form justify-items-start gap-3 py-12">
      <ScreenHead title={title} />
      <div className="text-ink-2">{children}</div>
      <div className="mt-2 flex gap-2">{action}</div>
    </div>
  )
}

export function NotFound() {
  return (
    <Notice title="없는 화면입니다" action={<ButtonLink to="/console">처음 화면으로</ButtonLink>}>
      주소가 바뀌었거나 지워졌을 수 있습니다. {withRo(FIND_KEY)} 찾아보세요.
    </Notice>
  )
}

export function NoPermission({ title }: { title: string }) {
  return (
    <Notice title="볼 수 있는 권한이 없습니다" action={<ButtonLink to="/console">처음 화면으로</ButtonLink>}>
      ‘{title}’ 화면을 보려면 소유자에게 권한을 요청해 주세요.
    </Notice>
  )
}

/** A screen that could not be drawn. The frame around it stays. */
export function ScreenError({ error }: { error: unknown }) {
  const id = requestIdOf(error)
  const isOutside = codeOf(error) === 'network_not_allowed'
  const isComing = useComing(error)
  return (
    <Notice
      title={isOutside ? '허용되지 않은 네트워크입니다' : '화면을 불러오지 못했습니다'}
      action={<Button onClick={() => location.reload()}>다시 불러오기</Button>}
    >
      <p role="alert">
        {sentenceOf(error)}
        {isComing && ` ${COMING}`}
      </p>
      {id && (
        <p translate="no" className="address mt-1 text-caption">
          요청 번호 {id}
        </p>
      )}
    </Notice>
  )
}

/** The error page of the routes. */
export function RouteError() {
  const error = useRouteError()
  const { key } = useLocation()
  return <ScreenError key={key} error={error} />
}
