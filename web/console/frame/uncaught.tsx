import { showOutsideRoot } from '../../src/ui/outside-root'
import { Button } from './button'

/** Shows an error that no route could contain, for which React takes the whole console off the page. */
export function onUncaughtError(error: unknown) {
  reportError(error)
  showOutsideRoot(
    <main className="mx-auto grid max-w-form justify-items-start gap-3 px-4 py-12">
      <h1 className="text-title-s">화면을 표시하지 못했습니다</h1>
      <p role="alert" className="text-ink-2">
        브라우저의 번역이나 확장 프로그램이 화면을 바꾸면 이럴 수 있습니다. 번역을 끄고 다시 불러와 주세요.
      </p>
      <Button onClick={() => location.reload()}>다시 불러오기</Button>
    </main>,
  )
}
