import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useNavigate } from '../../src/ui/navigate'
import { showToast } from '../../src/ui/toast'
import { post, send } from '../frame/calls'
import { Dialog, FormButtons } from '../frame/dialog'
import { SelectField, TextField } from '../frame/field'
import { PreviewDialog } from '../frame/preview-dialog'
import { PlanFields, ROTATION } from './plan-fields'
import { type NewPlanForm, type PlanPage, poolsQuery, usePlanChanged } from './queries'
import { KINDS } from './words'

const EMPTY: NewPlanForm = {
  code: '',
  kind: 'static',
  poolId: null,
  name: '',
  description: '',
  deviceLimit: 2,
  connections: 2,
  uploadMbit: null,
  downloadMbit: null,
  position: 0,
}

/** A new plan: what it sells and promises, then its preview. It begins hidden, and its page is where prices are set. */
export function MakePlan({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const changed = usePlanChanged()
  const pools = useQuery(poolsQuery)
  const [form, setForm] = useState(EMPTY)
  const [isShown, setShown] = useState(false)
  const set = (differs: Partial<NewPlanForm>) => setForm({ ...form, ...differs })
  const isReady =
    /^[a-z0-9][a-z0-9-]{1,39}$/.test(form.code) &&
    form.name.trim() !== '' &&
    (form.kind === 'ticket' || form.poolId !== null)

  function submitted(event: FormEvent) {
    event.preventDefault()
    if (isReady) setShown(true)
  }

  if (isShown)
    return (
      <PreviewDialog
        title="상품 만들기"
        confirmLabel="만들기"
        asksReason={false}
        load={() => post('/api/v1/console/plans/preview', form)}
        confirm={({ digest }) => send<PlanPage>('POST', '/api/v1/console/plans', { ...form, digest })}
        onDone={async ({ id }) => {
          await changed(id)
          showToast('상품을 만들었습니다. 이제 가격을 정해 주세요.')
          navigate(`/console/plans/${id}`)
        }}
        onClose={() => setShown(false)}
      />
    )

  return (
    <Dialog title="상품 만들기" onClose={onClose} wide>
      <form method="post" noValidate onSubmit={submitted} className="grid gap-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <SelectField
            label="종류"
            value={form.kind}
            onChange={({ target }) => {
              const kind = target.value as NewPlanForm['kind']
              set({
                kind,
                poolId: null,
                rotation: kind === 'dynamic' ? ROTATION : null,
                ...(kind === 'ticket' && { uploadMbit: null, downloadMbit: null }),
              })
            }}
          >
            {Object.entries(KINDS).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </SelectField>
          {form.kind !== 'ticket' && (
            <SelectField
              label="주소 풀"
              help={
                pools.data?.items.length === 0
                  ? '주소 풀이 없습니다. 먼저 서비스·IP의 IP 주소에서 IP를 등록해 주세요. 풀은 그때 만들어집니다.'
                  : undefined
              }
              value={form.poolId ?? ''}
              onChange={({ target }) => set({ poolId: target.value ? Number(target.value) : null })}
            >
              <option value="">고르세요</option>
              {pools.data?.items.map(({ id, carrier, region, code, free }) => (
                <option key={id} value={id}>
                  {`${carrier} ${region} (${code}), ${free}개`}
                </option>
              ))}
            </SelectField>
          )}
          <TextField
            label="코드"
            help="영문 소문자, 숫자, 줄표입니다. 나중에 바꿀 수 없습니다. 예: kt-seoul"
            maxLength={40}
            autoCapitalize="off"
            spellCheck={false}
            value={form.code}
            onChange={({ target }) => set({ code: target.value.toLowerCase() })}
          />
        </div>
        <PlanFields kind={form.kind} form={form} set={set} />
        <FormButtons isReady={isReady}>확인하기</FormButtons>
      </form>
    </Dialog>
  )
}
