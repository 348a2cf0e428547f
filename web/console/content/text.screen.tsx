import { useParams } from 'react-router'
import { ScreenHead } from '../frame/screen-head'
import { TextView } from './text-view'

/** One text by its number in the address. */
export function Component() {
  const id = Number(useParams().id)
  return (
    <>
      <ScreenHead title="글" />
      <TextView key={id} id={id} />
    </>
  )
}
