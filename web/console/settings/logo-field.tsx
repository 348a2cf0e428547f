import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { showToast } from '../../src/ui/toast'
import { Button } from '../frame/button'
import { post, send } from '../frame/calls'
import { encoded } from '../frame/encoded'
import { PreviewDialog } from '../frame/preview-dialog'
import { useMay } from '../frame/session'
import { settingsQuery } from './queries'

const LARGEST = 2 * 1024 * 1024
const CALL = '/api/v1/console/settings/logo'

/** The logo as pages show it, and another picture in its place. The server draws every picture anew. */
export function LogoField({ address }: { address: string }) {
  const client = useQueryClient()
  const may = useMay()('settings.change')
  const picker = useRef<HTMLInputElement>(null)
  const [chosen, setChosen] = useState<File | null>(null)
  const isOurs = address.startsWith('/files/')

  return (
    <div className="mt-4 grid justify-items-start gap-2">
      <p className="font-semibold text-caption">로고</p>
      {isOurs ? (
        <Picture source={address} label="지금 로고" />
      ) : (
        <p className="text-ink-2 text-small">
          {address ? '적은 주소의 그림을 곧 가져옵니다.' : '로고가 없어 사이트 이름이 글자로 보입니다.'}
        </p>
      )}
      {may && (
        <>
          <Button kind="quiet" onClick={() => picker.current?.click()}>
            로고 올리기
          </Button>
          <input
            ref={picker}
            type="file"
            hidden
            aria-label="로고 그림 고르기"
            accept=".png,.jpg,.jpeg,.webp"
            onChange={(event) => {
              const file = event.target.files?.[0]
              event.target.value = ''
              if (file) setChosen(file)
            }}
          />
          <p className="text-caption text-ink-2">
            PNG·JPG·WebP, 2MB까지. 높이 128픽셀 이상이 또렷하고, 배경이 투명한 그림이 좋습니다.
          </p>
        </>
      )}
      {chosen && (
        <PreviewDialog
          title="로고 바꾸기"
          confirmLabel="로고 바꾸기"
          picture={<Chosen file={chosen} />}
          load={async () => post(`${CALL}/preview`, { content: await contentOf(chosen) })}
          confirm={async (confirmed) =>
            send<{ address: string }>('PUT', CALL, { content: await contentOf(chosen), ...confirmed })
          }
          onDone={async () => {
            await client.invalidateQueries({ queryKey: settingsQuery.queryKey })
            showToast('로고를 바꾸었습니다.')
            setChosen(null)
          }}
          onClose={() => setChosen(null)}
        />
      )}
    </div>
  )
}

/** The server says what is wrong with a picture that is too large, without getting all of it. */
const contentOf = async (file: File) => (file.size > LARGEST ? '' : encoded(file))

function Chosen({ file }: { file: File }) {
  const [source, setSource] = useState('')
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setSource(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return source && <Picture source={source} label="새 로고" />
}

/** On white in the dark, too, as the header shows it: most logos are dark. Nothing where it is no picture. */
function Picture({ source, label }: { source: string; label: string }) {
  const [broken, setBroken] = useState('')
  if (broken === source) return null
  return (
    <img
      src={source}
      alt={label}
      onError={() => setBroken(source)}
      className="h-12 max-w-full rounded-control border border-line bg-[white] object-contain p-2"
    />
  )
}
