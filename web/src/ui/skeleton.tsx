import { useEffect, useState } from 'react'
import { classes } from './classes'

/** A grey placeholder, sized by its class names; invisible for the first 200 ms. */
export function Skeleton({ className }: { className: string }) {
  const [late, setLate] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), 200)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div
      aria-hidden="true"
      className={classes('rounded-control', late && 'animate-pulse bg-line', className)}
    />
  )
}
