import { Button } from '../ui/button'
import { SelectField, TextField } from '../ui/field'
import { useNavigate } from '../ui/navigate'
import { subIdsPath } from './pages-lead-to'
import { type Asked, askedIn, STATES, SUB_IDS } from './paths'
import { STATE_WORDS } from './words'

/** A native form, so that it works before any script has run; with script it navigates within the document. */
export function FilterForm({ asked }: { asked: Asked }) {
  const navigate = useNavigate()
  const find = (form: HTMLFormElement) => {
    const values = [...new FormData(form)].map(([name, value]) => [name, String(value)])
    navigate(subIdsPath(1, askedIn(new URLSearchParams(values))))
  }
  return (
    <search>
      <form
        // Another address asks for something else: start the inputs afresh.
        key={`${asked.search} ${asked.state}`}
        action={SUB_IDS}
        onSubmit={(event) => {
          event.preventDefault()
          find(event.currentTarget)
        }}
        className="grid items-end gap-3 sm:grid-cols-[1fr_13rem_auto]"
      >
        <TextField
          label="아이디 또는 이름"
          type="search"
          name="search"
          defaultValue={asked.search}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="search"
        />
        <SelectField
          label="상태"
          name="state"
          defaultValue={asked.state ?? ''}
          onChange={({ target }) => target.form && find(target.form)}
        >
          <option value="">전체 (삭제 제외)</option>
          {STATES.map((state) => (
            <option key={state} value={state}>
              {STATE_WORDS[state].word}
            </option>
          ))}
        </SelectField>
        <Button type="submit" kind="quiet">
          찾기
        </Button>
      </form>
    </search>
  )
}
