import { SelectField, TextArea } from '../frame/field'
import type { Level, Progress } from './queries'
import { LEVELS, progressOptions, progressWord } from './words'

/** What is said, how bad it is and how far we are. */
export interface Told {
  level: Level
  state: Progress
  words: string
}

interface ToldFieldsProps {
  told: Told
  set: (differs: Partial<Told>) => void
}

export const isTold = ({ words }: Told) => words.trim().length > 1

/** The fields that the first word and each later one have in common. */
export function ToldFields({ told: { level, state, words }, set }: ToldFieldsProps) {
  const options = progressOptions(level)

  function levelled(next: Level) {
    const allowed = progressOptions(next)
    set({ level: next, state: allowed.includes(state) ? state : (allowed[0] as Progress) })
  }

  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="정도"
          help={
            level === 'notice' ? '안내는 해당하는 곳을 ‘정상’으로 둡니다. 예고한 점검에 씁니다.' : undefined
          }
          value={level}
          onChange={({ target }) => levelled(target.value as Level)}
        >
          {Object.entries(LEVELS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <SelectField
          label="진행"
          help={state === 'over' ? '해결로 끝내면 더 적을 수 없습니다.' : undefined}
          value={state}
          onChange={({ target }) => set({ state: target.value as Progress })}
        >
          {options.map((value) => (
            <option key={value} value={value}>
              {progressWord(level, value)}
            </option>
          ))}
        </SelectField>
      </div>
      <WordsField told={{ state, words }} set={set} />
    </>
  )
}

interface WordsFieldProps {
  told: Pick<Told, 'state' | 'words'>
  set: (differs: Pick<Told, 'words'>) => void
}

/** What is said. Whoever tells of an end has nothing else to say: how bad it was stays. */
export function WordsField({ told: { state, words }, set }: WordsFieldProps) {
  return (
    <TextArea
      label="알릴 글"
      help={
        state === 'over'
          ? '무엇이 어떻게 해결되었는지, 고객이 할 일이 남았는지를 적어 주세요.'
          : '무슨 일인지, 고객이 무엇을 하면 되는지, 다음에 언제 알릴지를 적어 주세요.'
      }
      rows={5}
      maxLength={1000}
      value={words}
      onChange={({ target }) => set({ words: target.value })}
    />
  )
}
