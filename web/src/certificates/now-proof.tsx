import type { NowProof as Proof } from '../api/types'
import { dayAndTime } from '../korean/dates'
import { Button, ButtonLink } from '../ui/button'
import { Callout } from '../ui/callout'
import { IpPlate } from '../ui/ip-plate'
import { saveFile } from '../ui/save-file'
import { VERIFY } from './paths'
import { useProof } from './queries'
import { fromBase64 } from './signatures'

/** One press has the shop sign where this browser comes from now. The files are all that there is of it. */
export function NowProof() {
  const { mutate, data, error, isPending } = useProof()
  return (
    <section aria-labelledby="proof" className="grid gap-4 border-line border-t pt-8">
      <div>
        <h2 id="proof" className="text-lead">
          접속 증명
        </h2>
        <p className="mt-1 text-ink-2 text-small">
          이 브라우저가 지금 이 IP로 접속했음을 이음이 서명해 드립니다. 이음은 증명의 사본을 보관하지 않으니
          두 파일을 함께 보관해 주세요.
        </p>
      </div>
      <Button
        kind={data ? 'quiet' : 'main'}
        loading={isPending}
        onClick={() => mutate()}
        className="sm:justify-self-start"
      >
        {data ? '다시 증명 받기' : '지금 접속 증명 받기'}
      </Button>
      <div aria-live="polite" className="grid gap-4 empty:hidden">
        {error && <Callout tone="danger">{error.message}</Callout>}
        {data && <Files proof={data} />}
      </div>
    </section>
  )
}

function Files({ proof: { document, signature } }: { proof: Proof }) {
  const { address, at } = JSON.parse(document) as { address: string; at: string }
  const name = `ieum-ip-${at.replaceAll(/[-:]/g, '')}`
  return (
    <>
      <IpPlate address={address} label="서명한 IP" note={dayAndTime(at)} />
      <div className="flex flex-wrap items-center gap-2">
        <Button kind="quiet" size="small" onClick={() => saveFile(`${name}.json`, document)}>
          원본(JSON) 내려받기
        </Button>
        <Button kind="quiet" size="small" onClick={() => saveFile(`${name}.sig`, fromBase64(signature))}>
          서명(SIG) 내려받기
        </Button>
        <ButtonLink to={VERIFY} kind="text" className="-ml-2">
          서명 확인하기
        </ButtonLink>
      </div>
    </>
  )
}
