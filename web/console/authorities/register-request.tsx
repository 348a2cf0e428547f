import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { Body } from '../../src/api/path'
import { Problem } from '../../src/api/problem'
import { showToast } from '../../src/ui/toast'
import { post } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { Failure } from '../frame/failure'
import { SelectField, TextArea, TextField } from '../frame/field'
import { BRANCHES, KINDS, optionsOf, REGISTER } from './words'

type Written = Body<'/api/v1/console/authorities', 'post'>

const EMPTY: Written = {
  receivedOn: '',
  branch: 'police',
  authority: '',
  documentNumber: '',
  kind: 'subscriber',
  permitNumber: '',
  asked: '',
  peopleAsked: 1,
}

/** What stands on the document that came. Data by a court's permit or a warrant is entered with its number. */
export function RegisterRequest({ onClose }: { onClose: () => void }) {
  const client = useQueryClient()
  const [form, setForm] = useState(EMPTY)
  const set = (differs: Partial<Written>) => setForm({ ...form, ...differs })
  const register = useMutation({
    mutationFn: () => post('/api/v1/console/authorities', form),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: [REGISTER] })
      showToast('요청을 등록했습니다.')
      onClose()
    },
  })
  const errorAt = (name: string) =>
    register.error instanceof Problem
      ? register.error.fields.find((field) => field.name === name)?.detail
      : undefined
  const needsPermit = form.kind === 'records' || form.kind === 'seizure'
  const isReady =
    form.receivedOn !== '' &&
    form.authority.trim().length > 1 &&
    form.documentNumber.trim() !== '' &&
    form.asked.trim().length > 1 &&
    (form.peopleAsked ?? 0) > 0 &&
    (!needsPermit || form.permitNumber?.trim() !== '')

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady && !register.isPending) register.mutate()
  }

  return (
    <Dialog title="수사기관 요청 등록" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="받은 날"
          type="date"
          value={form.receivedOn}
          error={errorAt('receivedOn')}
          onChange={({ target }) => set({ receivedOn: target.value })}
        />
        <SelectField
          label="기관 구분"
          value={form.branch}
          onChange={({ target }) => set({ branch: target.value as Written['branch'] })}
        >
          {optionsOf(BRANCHES).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="기관"
          placeholder="서울강남경찰서"
          maxLength={100}
          value={form.authority}
          onChange={({ target }) => set({ authority: target.value })}
        />
        <TextField
          label="문서번호"
          maxLength={100}
          value={form.documentNumber}
          onChange={({ target }) => set({ documentNumber: target.value })}
        />
        <SelectField
          label="구분"
          value={form.kind}
          onChange={({ target }) => set({ kind: target.value as Written['kind'] })}
        >
          {optionsOf(KINDS).map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </SelectField>
        <TextField
          label="법원 허가서·영장 번호"
          optional={!needsPermit}
          help={needsPermit ? '허가서나 영장이 없으면 이 자료는 제공할 수 없습니다.' : undefined}
          maxLength={100}
          value={form.permitNumber ?? ''}
          error={errorAt('permitNumber')}
          onChange={({ target }) => set({ permitNumber: target.value })}
        />
        <div className="sm:col-span-2">
          <TextArea
            label="요청 내용"
            help="어느 주소의 언제부터 언제까지인지 적어 주세요."
            maxLength={2000}
            value={form.asked}
            onChange={({ target }) => set({ asked: target.value })}
          />
        </div>
        <TextField
          label="요청 인원"
          inputMode="numeric"
          maxLength={7}
          value={form.peopleAsked || ''}
          onChange={({ target }) => set({ peopleAsked: Number(target.value.replace(/\D/g, '')) })}
        />
        <div className="sm:col-span-2">
          <Failure error={register.error} />
          <FormButtons isReady={isReady} isPending={register.isPending}>
            등록
          </FormButtons>
        </div>
      </form>
    </Dialog>
  )
}
