import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'

/** Changes what a query shows, which is then loaded again. */
export function useChangeOf<Sent = void, Answer = unknown>(
  { queryKey }: { queryKey: QueryKey },
  send: (what: Sent) => Promise<Answer>,
) {
  const client = useQueryClient()
  return useMutation({ mutationFn: send, onSuccess: () => client.invalidateQueries({ queryKey }) })
}
