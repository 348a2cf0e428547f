import { act, screen } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { ChoiceTiles } from './choice-tiles'

const MONTHS = [1, 3, 12].map((value) => ({ value, title: `${value}개월` }))

function Periods() {
  const [months, setMonths] = useState(1)
  return (
    <>
      <ChoiceTiles legend="이용 기간" choices={MONTHS} value={months} onChange={setMonths} />
      <output>{months}</output>
    </>
  )
}

test('a choice made before hydration is kept', async () => {
  const place = document.createElement('div')
  document.body.append(place)
  place.innerHTML = renderToString(<Periods />)
  screen.getByRole<HTMLInputElement>('radio', { name: '12개월' }).checked = true

  await act(async () => hydrateRoot(place, <Periods />))

  expect(screen.getByRole('status').textContent).toBe('12')
  expect(screen.getByRole<HTMLInputElement>('radio', { name: '12개월' }).checked).toBe(true)
  place.remove()
})
