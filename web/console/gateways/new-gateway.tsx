import { type FormEvent, useState } from 'react'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { OnceCode } from './once-code'
import { type Code, useGatewaysChanged } from './queries'

const LIST = '/api/v1/console/gateways'

/** Asks for what a gateway is, shows what will happen, and then the code by which its host enrols. */
export function NewGateway({ onClose }: { onClose: () => void }) {
  const changed = useGatewaysChanged()
  const [wish, setWish] = useState({ name: '', endpoint: '', tunnelNetwork: '10.64.0.0/10' })
  const [isAsked, setAsked] = useState(false)
  const [code, setCode] = useState<Code | null>(null)
  const isReady = Object.values(wish).every((value) => value.trim() !== '')
  const field = (name: keyof typeof wish) => ({
    value: wish[name],
    onChange: (event: { target: { value: string } }) =>
      setWish({ ...wish, [name]: event.target.value.trim() }),
    autoCapitalize: 'none' as const,
    spellCheck: false,
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setAsked(true)
  }

  if (code) return <OnceCode code={code} onClose={onClose} />
  if (isAsked)
    return (
      <PreviewDialog<Code>
        title="게이트웨이 등록"
        confirmLabel="등록하고 코드 받기"
        load={() => post(`${LIST}/preview`, wish)}
        confirm={(confirmed) => send<Code>('POST', LIST, { ...wish, ...confirmed })}
        onDone={(made) => {
          setCode(made)
          changed()
        }}
        onClose={() => setAsked(false)}
      />
    )
  return (
    <Dialog title="게이트웨이 등록" onClose={onClose}>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-3">
        <TextField
          label="이름"
          help="영문 소문자, 숫자, 하이픈. 예: seoul-1"
          maxLength={40}
          {...field('name')}
        />
        <TextField
          label="접속 주소"
          help="회원의 기기가 접속할 주소와 포트. 예: vpn1.example.com:51820"
          {...field('endpoint')}
        />
        <TextField
          label="터널 네트워크"
          help="기기에 나눠 줄 사설 네트워크. 호스트의 다른 주소와 겹치지 않아야 합니다."
          {...field('tunnelNetwork')}
        />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
