import { Problem } from '../../src/api/problem'
import { Callout } from '../../src/ui/callout'
import { requestIdOf } from './calls'

/** The sentence of a refusal, and those of its fields that stand nowhere else. */
export function sentenceOf(error: unknown): string {
  if (error instanceof Problem) return error.fields.map(({ detail }) => detail).join(' ') || error.detail
  return '화면에 오류가 있습니다. 다시 시도해 주세요.'
}

/** What went wrong, where it was provoked, with the id by which the engineers find it. */
export function Failure({ error }: { error: unknown }) {
  if (!error) return null
  const id = requestIdOf(error)
  return (
    <Callout tone="danger">
      {sentenceOf(error)}
      {id && <span className="address block font-normal text-caption">요청 번호 {id}</span>}
    </Callout>
  )
}
