import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { path } from '../../src/api/path'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { remove } from '../frame/calls'
import { Failure } from '../frame/failure'
import { Part, Ready } from '../frame/part'
import { hasPasskeys } from '../frame/passkey'
import { consoleQuery } from '../frame/queries'
import { Rows } from '../frame/rows'
import { When } from '../frame/when'
import { AddPasskey } from './add-passkey'

const PASSKEYS = '/api/v1/console/me/passkeys'

/** Keys of one's devices, which log in without password and code. */
export function Passkeys() {
  const client = useQueryClient()
  const query = useQuery(consoleQuery(PASSKEYS))
  const [isAdding, setAdding] = useState(false)
  const [asked, setAsked] = useState<number | null>(null)
  const drop = useMutation({
    mutationFn: (id: number) => remove(path('/api/v1/console/me/passkeys/{id}', { id })),
    onSuccess: () => {
      showToast('패스키를 지웠습니다.')
      return client.invalidateQueries({ queryKey: [PASSKEYS] })
    },
  })
  return (
    <Part
      title="패스키"
      lead="이 기기의 지문, 얼굴, 화면 잠금으로 로그인합니다."
      actions={
        hasPasskeys() && (
          <Button kind="quiet" onClick={() => setAdding(true)}>
            패스키 추가
          </Button>
        )
      }
    >
      <Failure error={drop.error} />
      <Ready query={query}>
        {({ items }) => (
          <Rows
            items={items}
            idOf={({ id }) => id}
            empty="등록한 패스키가 없습니다."
            title={({ name }) => name}
            detail={({ createdAt, usedAt }) => (
              <>
                <When at={createdAt} /> 등록 · <When at={usedAt} empty="아직 쓰지 않음" />
                {usedAt && ' 사용'}
              </>
            )}
            actions={({ id, name }) =>
              asked === id ? (
                <>
                  <Button kind="danger" loading={drop.isPending} onClick={() => drop.mutate(id)}>
                    ‘{name}’ 지우기
                  </Button>
                  <Button kind="quiet" onClick={() => setAsked(null)}>
                    취소
                  </Button>
                </>
              ) : (
                <Button kind="quiet" aria-label={`${name} 지우기`} onClick={() => setAsked(id)}>
                  지우기
                </Button>
              )
            }
          />
        )}
      </Ready>
      {isAdding && <AddPasskey onClose={() => setAdding(false)} />}
    </Part>
  )
}
