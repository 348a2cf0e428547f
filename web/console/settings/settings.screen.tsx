import { useQuery } from '@tanstack/react-query'
import { Callout } from '../../src/ui/callout'
import { Part, Ready } from '../frame/part'
import { ScreenHead } from '../frame/screen-head'
import { GroupForm } from './group-form'
import { LogoField } from './logo-field'
import { settingsQuery } from './queries'

/** Every setting of the shop, in groups. A group's form begins anew once its values are others. */
export function Component() {
  const query = useQuery(settingsQuery)
  return (
    <>
      <ScreenHead title="설정" />
      <Ready query={query} shape="h-120">
        {({ groups, missing }) => (
          <div className="grid max-w-240 gap-8">
            {missing.length > 0 && (
              <Callout tone="warn">
                법에 따라 사이트 아래에 보여야 하는데 비어 있습니다: {missing.join(', ')}
              </Callout>
            )}
            <nav aria-label="설정 묶음" className="flex flex-wrap gap-x-4 gap-y-1 text-small">
              {groups.map(({ name, label }) => (
                <a
                  key={name}
                  href={`#${name}`}
                  className="inline-flex min-h-9 items-center text-ink-2 underline decoration-line underline-offset-4 hover:text-ink"
                >
                  {label}
                </a>
              ))}
            </nav>
            {groups.map((group) => (
              <div key={group.name} id={group.name} className="scroll-mt-20 border-line border-t pt-6">
                <Part title={group.label}>
                  <GroupForm key={JSON.stringify(group.fields.map(({ value }) => value))} group={group} />
                  {group.fields
                    .filter(({ name }) => name === 'logo')
                    .map(({ value }) => (
                      <LogoField key="logo" address={String(value)} />
                    ))}
                </Part>
              </div>
            ))}
          </div>
        )}
      </Ready>
    </>
  )
}
