import { type ReactNode, useEffect, useId } from 'react'
import { Link } from '../../src/ui/link'
import { Button, ButtonLink } from './button'

/** Something that can be done with an object now, or the reason why it cannot. Without the permission, leave it out. */
export interface ObjectAction {
  label: string
  /** Why it cannot be pressed now, as a whole sentence. */
  whyNot?: string | null | undefined
  onPress?: () => void
  /** A page that it leads to, in place of a press. */
  to?: string
  kind?: 'main' | 'quiet' | 'danger'
}

interface ObjectHeadProps {
  title: string
  /** The list that it belongs to. */
  back: { to: string; label: string }
  state?: ReactNode
  /** One line under the title. */
  lead?: ReactNode
  actions?: (ObjectAction | null | false)[] | undefined
}

/** What an object is and what can be done with it now, with the reasons why not in sight and read out with their buttons. */
export function ObjectHead({ title, back, state, lead, actions = [] }: ObjectHeadProps) {
  const id = useId()
  useEffect(() => {
    document.title = `${title} – 콘솔`
  }, [title])
  const all = actions.filter((action) => action !== null && action !== false)
  const blocked = all.filter(({ whyNot }) => whyNot)

  return (
    <header className="mb-5 grid gap-2">
      <Link to={back.to} className="w-fit text-caption text-ink-2 underline-offset-4 hover:underline">
        {back.label}
      </Link>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h1 className="min-w-0 break-words text-title-m">{title}</h1>
        {state && <span className="text-small">{state}</span>}
        <span className="flex-1" />
        {all.map(({ label, whyNot, onPress, to, kind = 'quiet' }) =>
          to && !whyNot ? (
            <ButtonLink key={label} to={to} kind={kind}>
              {label}
            </ButtonLink>
          ) : (
            <Button
              key={label}
              kind={kind}
              onClick={onPress}
              disabled={Boolean(whyNot)}
              aria-describedby={whyNot ? `${id}-${label}` : undefined}
            >
              {label}
            </Button>
          ),
        )}
      </div>
      {lead && <div className="text-ink-2 text-small">{lead}</div>}
      {blocked.length > 0 && (
        <ul aria-label="지금 할 수 없는 일" className="text-caption text-ink-2 sm:text-right">
          {blocked.map(({ label, whyNot }) => (
            <li key={label} id={`${id}-${label}`}>
              <b className="font-medium text-ink">{label}</b> {whyNot}
            </li>
          ))}
        </ul>
      )}
    </header>
  )
}

interface ObjectPageProps extends ObjectHeadProps {
  /** Notes, rights, the record: beside the rest from 1280 pixels on, and below it on less. */
  context?: ReactNode
  children: ReactNode
}

/** The page of one object: head, then what it consists of, with its context beside it. */
export function ObjectPage({ context, children, ...head }: ObjectPageProps) {
  return (
    <>
      <ObjectHead {...head} />
      <div className="grid gap-8 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 content-start gap-8">{children}</div>
        {context && <aside className="grid min-w-0 content-start gap-8">{context}</aside>}
      </div>
    </>
  )
}
