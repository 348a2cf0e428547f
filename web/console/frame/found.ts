import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { API, send } from './calls'
import { optionalQuery } from './queries'
import { pathOf, useScreens } from './screen'
import { useMay } from './session'
import { useSettled } from './use-settled'

/** Something that the palette leads to. */
export interface Found {
  id: string
  title: string
  detail?: string | null
  path: string
}

export interface FoundGroup {
  kind: string
  label: string
  items: Found[]
}

interface Kept {
  recent: Found[]
  pinned: Found[]
}

const KEPT = `${API}/search/kept`
const MOST_RECENT = 8

/** What was opened last, and what somebody pinned: kept by the server, so that it is there on every device. */
export function useKept() {
  const client = useQueryClient()
  const { data } = useQuery(optionalQuery<Kept>(KEPT))
  const { mutate } = useMutation({ mutationFn: (kept: Kept) => send('PUT', KEPT, kept) })
  function keep(kept: Kept) {
    client.setQueryData([KEPT], kept)
    mutate(kept)
  }
  const isSame = (one: Found) => (other: Found) => other.path === one.path
  return {
    kept: data ?? null,
    opened(item: Found) {
      if (data)
        keep({
          ...data,
          recent: [item, ...data.recent.filter((one) => !isSame(item)(one))].slice(0, MOST_RECENT),
        })
    },
    pin(item: Found) {
      if (!data) return
      const isOn = data.pinned.some(isSame(item))
      keep({
        ...data,
        pinned: isOn ? data.pinned.filter((one) => !isSame(item)(one)) : [item, ...data.pinned],
      })
    },
    isPinned: (item: Found) => data?.pinned.some(isSame(item)) ?? false,
  }
}

/** Screens and things to do whose names or words have what was typed in them. */
function useJumps(words: string): Found[] {
  const may = useMay()
  const jumps = useScreens().flatMap((screen) => [
    ...(screen.nav && may(screen.permission)
      ? [{ title: screen.title, words: screen.words ?? '', path: pathOf(screen) }]
      : []),
    ...(screen.jumps ?? [])
      .filter(({ permission }) => may(permission))
      .map(({ title, query }) => ({ title, words: '', path: `${pathOf(screen)}?${query}` })),
  ])
  const typed = words.normalize('NFC').toLowerCase()
  return jumps
    .filter((jump) => `${jump.title} ${jump.words}`.toLowerCase().includes(typed))
    .map(({ title, path }) => ({ id: path, title, path }))
}

/** What the palette lists for these words; without words, what is kept and all screens. */
export function useFound(words: string) {
  const { kept } = useKept()
  const settled = useSettled(words.trim())
  const search = useQuery({
    queryKey: [`${API}/search`, settled],
    queryFn: async ({ signal }) => {
      const path = `${API}/search?q=${encodeURIComponent(settled)}`
      return (await send<{ groups: FoundGroup[] }>('GET', path, undefined, { signal })).data
    },
    enabled: settled.length > 1,
    retry: false,
    staleTime: 5000,
  })
  const jumps = useJumps(words.trim())
  const groups: FoundGroup[] = [
    ...(words.trim() ? (search.data?.groups ?? []) : []),
    ...(words.trim() || !kept
      ? []
      : [
          { kind: 'pinned', label: '고정', items: kept.pinned },
          { kind: 'recent', label: '최근', items: kept.recent },
        ]),
    { kind: 'screens', label: '화면과 할 일', items: jumps },
  ]
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: search.isFetching || (words.trim().length > 1 && settled !== words.trim()),
    error: search.error,
  }
}
