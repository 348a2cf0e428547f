import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Answer } from '../../src/api/path'
import { usePress } from '../desk/use-press'
import { Button } from '../frame/button'
import { Failure } from '../frame/failure'
import { TextField } from '../frame/field'
import { Ready } from '../frame/part'
import { consoleQuery } from '../frame/queries'
import { useMay } from '../frame/session'

type Prices = Answer<'/api/v1/console/message-prices'>
const pricesQuery = consoleQuery('/api/v1/console/message-prices')

const textOf = (won: number | null) => (won === null ? '' : String(won))
/** `undefined` where it is no price. */
const wonOf = (text: string) => {
  if (text.trim() === '') return null
  const won = Number(text)
  return Number.isFinite(won) && won >= 0 && won <= 10_000 ? won : undefined
}

/** What one SMS costs the shop. */
export function Prices() {
  const query = useQuery(pricesQuery)
  return (
    <Ready query={query} shape="h-16">
      {(prices) => <PricesForm prices={prices} />}
    </Ready>
  )
}

function PricesForm({ prices }: { prices: Prices }) {
  const may = useMay()
  const [sms, setSms] = useState(textOf(prices.sms))
  const [lms, setLms] = useState(textOf(prices.lms))
  const [smsWon, lmsWon] = [wonOf(sms), wonOf(lms)]
  const save = usePress('messages.prices', 'message_prices')
  const isChanged = smsWon !== prices.sms || lmsWon !== prices.lms
  const isReady = smsWon !== undefined && lmsWon !== undefined && isChanged

  function submitted(event: FormEvent) {
    event.preventDefault()
    // Only what differs, so that a colleague's edit of the other price stays.
    if (isReady && !save.isPending)
      save.mutate({
        ...(smsWon !== prices.sms && { sms: smsWon }),
        ...(lmsWon !== prices.lms && { lms: lmsWon }),
      })
  }

  const wrong = '0부터 10,000까지 숫자로 적어 주세요.'
  return (
    <form noValidate onSubmit={submitted} className="flex flex-wrap items-start gap-3">
      <TextField
        label="SMS 한 건 (원)"
        inputMode="decimal"
        value={sms}
        disabled={!may('settings.change')}
        error={smsWon === undefined ? wrong : undefined}
        onChange={(event) => setSms(event.target.value)}
      />
      <TextField
        label="LMS 한 건 (원)"
        inputMode="decimal"
        value={lms}
        disabled={!may('settings.change')}
        error={lmsWon === undefined ? wrong : undefined}
        onChange={(event) => setLms(event.target.value)}
      />
      {may('settings.change') && (
        <Button type="submit" kind="quiet" disabled={!isReady} loading={save.isPending} className="sm:mt-5">
          단가 저장
        </Button>
      )}
      <Failure error={save.error} />
    </form>
  )
}
