import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { codeOf } from '../../src/api/problem'
import { Button } from './button'
import { post } from './calls'
import { isReason, ReasonField } from './reason-field'

/** Whether so many people were searched for within an hour that going on takes a reason. */
export const needsReason = (error: unknown) => codeOf(error) === 'search_needs_reason'

/** Asks why more people have to be searched for, and repeats the search. */
export function SearchReason() {
  const client = useQueryClient()
  const [reason, setReason] = useState('')
  const go = useMutation({
    mutationFn: () => post('/api/v1/console/search/reason', { reason: reason.trim() }),
    onSuccess: () => client.invalidateQueries(),
  })

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReason(reason) && !go.isPending) go.mutate()
  }

  return (
    <form method="post" noValidate onSubmit={submitted} className="mt-3 grid gap-2">
      <ReasonField value={reason} onChange={setReason} />
      <Button type="submit" loading={go.isPending} disabled={!isReason(reason)}>
        이어서 찾기
      </Button>
    </form>
  )
}
