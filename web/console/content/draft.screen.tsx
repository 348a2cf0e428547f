import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router'
import { Ready } from '../frame/part'
import { Editor } from './editor'
import { draftQuery } from './queries'

/** One draft by its number in the address. */
export function Component() {
  const id = Number(useParams().id)
  const query = useQuery(draftQuery(id))
  return (
    <Ready query={query} shape="h-96" title="글 쓰기">
      {(draft) => <Editor key={id} draft={draft} />}
    </Ready>
  )
}
