import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { send } from './calls'

const EVERY = 3000

/**
 * Asks again for what a query shows, while something goes on. Nobody is at the keyboard, so it does not keep the session alive;
 * and what fails is asked for again, with the last answer in sight.
 */
export function useQuietPoll(queryKey: string[], isGoing: boolean) {
  const client = useQueryClient()
  const key = JSON.stringify(queryKey)
  useEffect(() => {
    if (!isGoing) return
    const [path = '', sent] = JSON.parse(key) as string[]
    const timer = setInterval(() => {
      send<unknown>('GET', sent ? `${path}?${sent}` : path, undefined, { quiet: true }).then(
        ({ data }) => client.setQueryData(JSON.parse(key) as string[], data),
        () => undefined,
      )
    }, EVERY)
    return () => clearInterval(timer)
  }, [client, key, isGoing])
}
