import { Navigate } from '../ui/navigate'

interface ArrivingProps {
  /** The heading of the form, which stays where it was. */
  title: string
  width: string
  to: string
}

/** In place of a form for visitors once there is a member, until the page it leads to is there: seconds on a slow line. */
export function Arriving({ title, width, to }: ArrivingProps) {
  return (
    <div className="page py-12 lg:py-18">
      <div className={`mx-auto ${width}`}>
        <h1 className="text-title-m">{title}</h1>
        <p role="status" className="mt-6 text-ink-2">
          로그인되어 있습니다. 페이지를 여는 중입니다.
        </p>
      </div>
      <Navigate replace to={to} />
    </div>
  )
}
