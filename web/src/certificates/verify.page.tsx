import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/button'
import { Callout } from '../ui/callout'
import { TextField } from '../ui/field'
import { isWithinPage } from '../ui/link-token'
import { Skeleton } from '../ui/skeleton'
import { FileCheck } from './file-check'
import { useVerify } from './queries'
import { VerifiedSheet } from './verified-sheet'

/** As high as what is found, so that what stands below it and the foot of the page are out of sight until it is there. */
const SHEET = 'h-140'

/** As many letters as the shop reads as a number. */
const MOST_LETTERS = 80

/** What the address brings as a number, which is none where the link was cut; `null` where it leads to a place of the page. */
function numberIn(hash: string): string | null {
  if (isWithinPage(hash)) return null
  const text = hash.slice(1)
  try {
    return decodeURIComponent(text).slice(0, MOST_LETTERS)
  } catch {
    return text.slice(0, MOST_LETTERS) // a `%` that stands for no letter
  }
}

/** Shows what is signed under a number, to compare with a print. No login, and nothing else is told. */
export default function VerifyPage() {
  // Kept by the browser, so that what is typed before the script has come stays.
  const field = useRef<HTMLInputElement>(null)
  const { mutate, data, error, isPending, variables } = useVerify()
  // Until the script is there, and the number that the address brings is answered: so what stands below is drawn where it
  // stays, and is never taken away again with what it has said.
  const [isWaiting, setWaiting] = useState(true)
  const ask = useCallback(
    (number: string) => {
      if (field.current) field.current.value = number
      mutate(number, { onSettled: () => setWaiting(false) })
    },
    [mutate],
  )

  // The code on the print brings the number behind `#`, which browsers send to no server. It is taken out of the address,
  // so that it is in no history and no link that is passed on.
  useEffect(() => {
    function take() {
      const brought = numberIn(window.location.hash)
      if (brought === null) return setWaiting(false)
      window.history.replaceState(window.history.state, '', window.location.pathname)
      ask(brought)
    }
    take()
    window.addEventListener('hashchange', take)
    return () => window.removeEventListener('hashchange', take)
  }, [ask])

  return (
    <div className="page py-12 lg:py-18">
      <div className="mx-auto grid max-w-form gap-12">
        <section className="grid gap-6">
          <div>
            <h1 className="text-title-m lg:text-title-l">이용 확인서 조회</h1>
            <p className="mt-3 text-ink-2">
              받으신 고정 IP 이용 확인서가 이음에서 발급되었는지, 지금도 맞는 내용인지 확인합니다.
            </p>
          </div>
          <form
            className="grid gap-4"
            onSubmit={(event) => {
              event.preventDefault()
              ask(field.current?.value ?? '')
            }}
          >
            <TextField
              label="확인서 번호"
              ref={field}
              help="확인서 위쪽에 있는 32자리 번호입니다. 줄표는 빼고 입력하셔도 됩니다."
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={MOST_LETTERS}
              required
              className="figures"
            />
            <Button type="submit" loading={isPending} className="sm:justify-self-start">
              조회
            </Button>
          </form>
          <div aria-live="polite" className="empty:hidden">
            {error && !isPending && <Callout tone="danger">{error.message}</Callout>}
            {data && !isPending && <VerifiedSheet verified={data} />}
            {isPending && !isWaiting && <Skeleton className={SHEET} />}
          </div>
        </section>
        {isWaiting ? (
          <Skeleton className={SHEET} />
        ) : (
          <FileCheck onNumber={ask} lookUp={{ number: variables, isPending, verified: data, error }} />
        )}
      </div>
    </div>
  )
}
