import { useEffect } from 'react'

/** Whether a key is being typed into something, or meant for a dialog or a menu. */
const isTaken = ({ target, defaultPrevented, metaKey, ctrlKey, altKey, isComposing }: KeyboardEvent) =>
  defaultPrevented ||
  metaKey ||
  ctrlKey ||
  altKey ||
  isComposing ||
  (target instanceof Element &&
    target.closest('textarea, select, input:not([type=checkbox]), [contenteditable]') !== null) ||
  document.querySelector('dialog[open]') !== null

/** With the Korean keyboard on, the same keys send letters of Hangul. */
const HANGUL: Record<string, string> = {
  ㅓ: 'j',
  ㅏ: 'k',
  ㅌ: 'x',
  ㄷ: 'e',
  ㄱ: 'r',
  ㅜ: 'n',
  ㅊ: 'c',
  ㅁ: 'a',
}

/** Does something on a single key, wherever the focus is, as long as nobody types. */
export function useKeys(actions: Record<string, (() => void) | undefined>) {
  useEffect(() => {
    function pressed(event: KeyboardEvent) {
      const action = actions[HANGUL[event.key] ?? event.key]
      if (!action || isTaken(event)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', pressed)
    return () => document.removeEventListener('keydown', pressed)
  })
}

/** What opens the search, as the keyboard at hand writes it. */
export const FIND_KEY = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘K' : 'Ctrl K'

/** What `?` lists. */
export const KEYS: [keys: string, does: string][] = [
  [FIND_KEY, '무엇이든 찾기'],
  ['j / k', '다음 줄 / 이전 줄'],
  ['Enter', '줄 열기'],
  ['x', '줄 선택'],
  ['/', '조건 검색창으로'],
  ['e', '내보내기'],
  ['r', '문의에 답변 쓰기'],
  ['a', '문의를 내가 맡기'],
  ['c', '문의에 답변 서식 넣기'],
  ['Ctrl Enter', '답변 보내기'],
  ['n', '다음 문의'],
  ['Esc', '닫기'],
  ['?', '단축키 보기'],
]
