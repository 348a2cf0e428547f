import { Icon } from '../../src/ui/icon'
import { Button, IconButton } from '../frame/button'
import { TextField } from '../frame/field'

/** What is typed in one line: months and won, or a quantity and a percentage. */
export type Pair = [string, string]

/** The lines that are filled in, as numbers. */
export const pairsIn = (pairs: Pair[]): [number, number][] =>
  pairs
    .filter(([first, second]) => first !== '' && second !== '')
    .map(([first, second]) => [Number(first), Number(second)])

interface FigureRowsProps {
  legend: string
  labels: [string, string]
  pairs: Pair[]
  set: (pairs: Pair[]) => void
  add: string
  /** Of prices none is taken away: what a period costs is asked for as long as somebody pays for it. */
  isRemovable?: boolean
}

/** Lines of two figures each. */
export function FigureRows({ legend, labels, pairs, set, add, isRemovable = false }: FigureRowsProps) {
  const change = (at: number, place: 0 | 1, text: string) =>
    set(
      pairs.map((pair, other): Pair => {
        if (other !== at) return pair
        const digits = text.replace(/\D/g, '')
        return place === 0 ? [digits, pair[1]] : [pair[0], digits]
      }),
    )
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1 font-semibold text-small">{legend}</legend>
      {pairs.map((pair, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a line is the place where it stands
        <div key={at} className="flex items-end gap-2">
          <TextField
            label={labels[0]}
            inputMode="numeric"
            maxLength={3}
            value={pair[0]}
            onChange={({ target }) => change(at, 0, target.value)}
            className="w-24"
          />
          <TextField
            label={labels[1]}
            inputMode="numeric"
            maxLength={9}
            value={pair[1]}
            onChange={({ target }) => change(at, 1, target.value)}
            className="w-40"
          />
          {isRemovable && (
            <IconButton
              aria-label={`${pair[0] || '이'} 줄 빼기`}
              onClick={() => set(pairs.filter((_, other) => other !== at))}
            >
              <Icon name="close" className="size-4" />
            </IconButton>
          )}
        </div>
      ))}
      <div>
        <Button kind="text" onClick={() => set([...pairs, ['', '']])}>
          {add}
        </Button>
      </div>
    </fieldset>
  )
}
