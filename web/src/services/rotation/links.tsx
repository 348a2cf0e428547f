import { useRef, useState } from 'react'
import type { RotationLink } from '../../api/types'
import { day } from '../../korean/dates'
import { Button } from '../../ui/button'
import { Callout } from '../../ui/callout'
import { useConfirmedAction } from '../../ui/confirmed-action'
import { CopyButton } from '../../ui/copy-button'
import { TextField } from '../../ui/field'
import { InAppNotice } from '../../ui/in-app-notice'
import { useAddLink, useRevokeLink } from './queries'

interface LinksProps {
  serviceId: number
  links: RotationLink[]
}

/** Links that change the address without a login. A new one is shown once. */
export function Links({ serviceId, links }: LinksProps) {
  const revoke = useRevokeLink(serviceId)
  const { ask, refusal } = useConfirmedAction()
  const top = useRef<HTMLParagraphElement>(null)
  return (
    <div className="grid gap-4">
      <p ref={top} tabIndex={-1} className="text-caption text-ink-2">
        프로그램이나 바로가기에서 이 주소로 요청하면 IP가 바뀝니다. 주소를 아는 사람은 누구나 변경할 수 있으니
        아무에게나 알려 주지 마세요. 그 밖에는 아무것도 할 수 없습니다.
      </p>
      {links.length > 0 && (
        <ul className="divide-y divide-line border-line border-y">
          {links.map((link) => (
            <li key={link.id} className="flex items-center justify-between gap-4 py-2">
              <div className="min-w-0">
                <p className="truncate font-medium">{link.name}</p>
                <p className="figures text-caption text-ink-2">{noteOf(link)}</p>
              </div>
              <Button
                kind="text"
                size="small"
                aria-label={`${link.name} 링크 삭제`}
                onClick={() =>
                  ask({
                    title: '변경 링크를 삭제하시겠습니까?',
                    message: `'${link.name}' 링크는 바로 쓸 수 없게 됩니다.`,
                    confirmLabel: '삭제',
                    act: () => revoke.mutateAsync(link.id),
                    done: '변경 링크를 삭제했습니다.',
                    // The button that was pressed is gone with its link.
                    afterwards: () => top.current?.focus(),
                  })
                }
              >
                삭제
              </Button>
            </li>
          ))}
        </ul>
      )}
      {refusal && <Callout tone="danger">{refusal}</Callout>}
      <InAppNotice danger="새 링크를 복사하지 못할 수 있습니다." />
      <NewLink serviceId={serviceId} />
    </div>
  )
}

const noteOf = ({ networks, createdAt, usedAt }: RotationLink) =>
  [
    networks.length > 0 ? `${networks.join(', ')}에서만` : '모든 곳에서',
    usedAt ? `${day(usedAt)} 사용` : `${day(createdAt)} 생성`,
  ].join(' · ')

function NewLink({ serviceId }: { serviceId: number }) {
  const add = useAddLink(serviceId)
  const [name, setName] = useState('')
  const [networks, setNetworks] = useState('')

  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        const listed = networks.split(/[\s,]+/).filter(Boolean)
        add.mutate({ name: name.trim(), networks: listed }, { onSuccess: () => setName('') })
      }}
    >
      <TextField
        label="링크 이름"
        value={name}
        required
        maxLength={40}
        placeholder="예: 수집 프로그램"
        onChange={({ target }) => setName(target.value)}
      />
      <TextField
        label="허용할 IP"
        optional
        value={networks}
        help="이 IP나 네트워크에서 온 요청만 받습니다. 여러 개는 쉼표로 나눕니다."
        placeholder="예: 203.0.113.7"
        error={add.error?.message}
        onChange={({ target }) => setNetworks(target.value)}
      />
      <Button kind="quiet" size="small" type="submit" className="justify-self-start" loading={add.isPending}>
        링크 만들기
      </Button>
      {add.data && <Made path={add.data.path} />}
    </form>
  )
}

function Made({ path }: { path: string }) {
  const address = location.origin + path
  return (
    <Callout tone="info">
      <p>지금 복사해 두세요. 창을 떠나면 이 주소를 다시 볼 수 없습니다.</p>
      <p className="mt-2 flex items-center gap-2">
        <code translate="no" className="min-w-0 break-all">
          {address}
        </code>
        <CopyButton text={address} what="변경 링크" />
      </p>
      <p className="mt-2 text-caption">
        프로그램에서는{' '}
        <code translate="no" className="break-all">
          curl -X POST {address}
        </code>
      </p>
    </Callout>
  )
}
