import { useEffect, useState } from 'react'

/** The value, once it has not changed for this long. */
export function useSettled<Value>(value: Value, milliseconds = 180): Value {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds)
    return () => clearTimeout(timer)
  }, [value, milliseconds])
  return settled
}
