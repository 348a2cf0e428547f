import { Link } from '../../src/ui/link'
import { Part } from '../frame/part'
import { State } from '../frame/state'
import { STEPS, type Step } from './opening-words'

/** What a new shop still lacks before it sells, in the order in which it is best done. */
export function Opening({ steps }: { steps: Step[] }) {
  const left = steps.filter(({ state }) => state !== 'done').length
  return (
    <Part
      title={`가게 열기까지 ${left}가지`}
      lead="위에서부터 차례로 하면 됩니다. 모두 끝나면 이 목록은 사라집니다."
    >
      <ol className="rounded-card border border-line">
        {steps.map((step) => (
          <Line key={step.name} step={step} />
        ))}
      </ol>
    </Part>
  )
}

function Line({ step: { name, state } }: { step: Step }) {
  const { label, todo, begun, path } = STEPS[name]
  return (
    <li className="border-line border-t first:border-t-0">
      <Link to={path} className="flex items-center gap-4 px-4 py-2.5 hover:bg-surface">
        <span className="min-w-0 flex-1">
          <span className={`block text-small ${state === 'done' ? 'text-ink-2' : 'font-medium'}`}>
            {label}
          </span>
          {state !== 'done' && (
            <span className="block text-caption text-ink-2">{state === 'begun' ? begun : todo}</span>
          )}
        </span>
        <State tone={state === 'done' ? 'ok' : state === 'begun' ? 'warn' : 'plain'}>
          {state === 'done' ? '끝남' : state === 'begun' ? '진행 중' : '할 일'}
        </State>
      </Link>
    </li>
  )
}
