import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Callout } from '../../src/ui/callout'
import { ChangeDialog } from '../desk/change-dialog'
import { pathOf } from '../desk/use-press'
import { Button } from '../frame/button'
import { send } from '../frame/calls'
import { Failure } from '../frame/failure'
import { useMay } from '../frame/session'
import { useKept } from '../frame/use-kept'
import type { Group, Values } from './queries'
import { SettingField } from './setting-field'
import { type AllUnsaved, changesOf, noted, nowOf, overtaken, refusalsOf, typedOf } from './typed'

/** One group of settings. Nothing is saved before it was shown what changes and why was said. */
export function GroupForm({ group }: { group: Group }) {
  const { name, label, fields } = group
  const may = useMay()('settings.change')
  const [unsaved, setUnsaved] = useKept<AllUnsaved>(`settings:${name}`)
  const typed = typedOf(fields, unsaved)
  const others = overtaken(fields, unsaved)
  const [shown, setShown] = useState<Values | null>(null)
  const changes = changesOf(fields, typed)
  const count = Object.keys(changes).length
  const look = (values: Values) =>
    send('POST', `${pathOf('settings.change')}/preview`, { target: name, wish: { values } })
  // Asked before the dialog opens, so that a refusal stands at the field that it is about.
  const check = useMutation({ mutationFn: look, onSuccess: (_, values) => setShown(values) })
  const refusals = refusalsOf(check.error)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (count > 0 && !check.isPending) check.mutate(changes)
  }

  return (
    <>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <div className="grid gap-x-6 gap-y-4 md:grid-cols-2">
          {fields.map((setting) => (
            <SettingField
              key={setting.name}
              setting={setting}
              value={typed[setting.name] ?? ''}
              error={refusals[setting.name]}
              disabled={!may}
              onChange={(value) => setUnsaved((before) => noted(before, setting, value))}
            />
          ))}
        </div>
        {others.length > 0 && (
          <Callout tone="warn">
            고치시는 동안 다른 직원이 바꾼 값이 있습니다: {others.map(nowOf).join(', ')}. 저장하면 입력하신
            값으로 바뀝니다.
          </Callout>
        )}
        <Failure error={check.error} />
        {may && (
          <div className="flex flex-wrap items-center gap-3">
            <Button type="submit" disabled={count === 0} loading={check.isPending}>
              바뀌는 내용 보기
            </Button>
            {count > 0 ? (
              <>
                <Button kind="text" onClick={() => setUnsaved(null)}>
                  되돌리기
                </Button>
                <span className="figures text-small">{count}개를 고쳤고, 아직 저장하지 않았습니다.</span>
              </>
            ) : (
              <span className="text-ink-2 text-small">값을 고치면 무엇이 바뀌는지 볼 수 있습니다.</span>
            )}
          </div>
        )}
      </form>
      {shown && (
        <ChangeDialog
          change="settings.change"
          target={name}
          title={`${label} 설정`}
          confirmLabel="저장"
          wish={{ values: shown }}
          onDone={() => setUnsaved(null)}
          onClose={() => setShown(null)}
        />
      )}
    </>
  )
}
