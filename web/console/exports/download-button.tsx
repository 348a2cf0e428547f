import { useMutation, useQueryClient } from '@tanstack/react-query'
import { path } from '../../src/api/path'
import { Button } from '../frame/button'
import { takeFile } from '../frame/calls'
import { Failure } from '../frame/failure'
import { EXPORTS, type Export } from './queries'

/** Hands the file to the browser. Each press is on record, so nothing is fetched before it. */
export function DownloadButton({ file }: { file: Export }) {
  const client = useQueryClient()
  const take = useMutation({
    mutationFn: () => takeFile(path('/api/v1/console/exports/{id}/file', { id: file.id })),
    onSuccess: (blob) => {
      const address = URL.createObjectURL(blob)
      const link = document.createElement('a')
      link.href = address
      link.download = file.fileName
      link.click()
      // Not at once: some browsers read it only after the click has ended.
      setTimeout(() => URL.revokeObjectURL(address), 60_000)
    },
    onSettled: () => client.invalidateQueries({ queryKey: [EXPORTS] }),
  })
  return (
    <div className="grid justify-items-start gap-2">
      <Button loading={take.isPending} onClick={() => take.mutate()}>
        파일 받기
      </Button>
      <p className="text-caption text-ink-2">받을 때마다 누가 언제 받았는지 기록에 남습니다.</p>
      <Failure error={take.error} />
    </div>
  )
}
