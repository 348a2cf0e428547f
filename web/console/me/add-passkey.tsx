import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { CodeField, isSecondFactor } from '../frame/code-field'
import { deviceOf } from '../frame/device'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { TextField } from '../frame/field'
import { makePasskey } from '../frame/passkey'

const PATH = '/api/v1/console/me/passkeys'

/** A new passkey of this device. The code proves that it is its owner who adds it. */
export function AddPasskey({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [name, setName] = useState(() => deviceOf(navigator.userAgent))
  const [code, setCode] = useState('')
  const add = useMutation({
    mutationFn: async () => {
      const { challengeId, options } = await post('/api/v1/console/me/passkeys/challenge')
      const credential = await makePasskey(options)
      return post(PATH, { challengeId, name: name.trim(), credential, code: code.trim() })
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [PATH] })
      showToast('패스키를 등록했습니다.')
      onClose()
    },
    onError: () => setCode(''),
  })
  const isReady = name.trim() !== '' && isSecondFactor(code)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !add.isPending) add.mutate()
  }

  return (
    <Dialog title="패스키 추가" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="이름"
          help="어느 기기인지 알아볼 수 있게 적어 주세요."
          maxLength={40}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <CodeField value={code} onChange={setCode} />
        <Failure error={add.error} />
        <FormButtons isReady={isReady} isPending={add.isPending}>
          추가
        </FormButtons>
      </form>
    </Dialog>
  )
}
