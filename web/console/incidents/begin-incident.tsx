import { useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { ChangeDialog } from '../desk/change-dialog'
import type { Typed } from '../desk/wish'
import { AudienceFields } from './audience-fields'

/** This moment in Seoul, as a field of date and time has it. Korea has no summer time. */
const nowInSeoul = () => new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 16)

const own = {
  audience: (form: UseFormReturn<Typed>, { label }: { label: string }) => {
    const audience = (form.watch('audience') || {}) as object
    return (
      <AudienceFields
        legend={label}
        audience={audience}
        set={(differs) => form.setValue('audience', { ...audience, ...differs })}
      />
    )
  },
}

/** What is known now, and who is affected; the preview says until when whom to tell. */
export function BeginIncident({ onClose }: { onClose: () => void }) {
  const [draft] = useState(() => ({ kind: 'leak', noticedAt: nowInSeoul() }))
  return (
    <ChangeDialog
      change="incidents.begin"
      target={null}
      title="사고 기록하기"
      start={draft}
      shows={(name, { kind }) => name !== 'isConfirmed' || kind !== 'outage'}
      own={own}
      onClose={onClose}
      leads={({ id }) => `/console/incidents/${id}`}
    />
  )
}
