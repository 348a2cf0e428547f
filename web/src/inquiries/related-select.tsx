import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { inputOf } from '../members'
import { Button } from '../ui/button'
import { SelectField } from '../ui/field'
import type { InquiryValues } from './inquiry-values'

interface Listing<Item> {
  items: Item[]
  pageSize: number
  total: number
}

interface RelatedSelectProps<Item> {
  form: UseFormReturn<InquiryValues>
  name: 'serviceId' | 'orderId'
  label: string
  /** What the list holds, as in "이전 주문 더 보기". */
  noun: string
  first: Listing<Item>
  load: (page: number) => Promise<Listing<Item>>
  /** One of them by its id, for what was chosen and is on no page loaded so far. */
  find: (id: string) => Promise<Item>
  idOf: (item: Item) => string
  lineOf: (item: Item) => string
  /** Which of those loaded so far are worth showing beside the one that is selected. */
  worth?: (items: Item[], selected: string) => Item[]
}

/** A select from a list that the server answers in pages, newest first; a button below it loads the next page. */
export function RelatedSelect<Item>(props: RelatedSelectProps<Item>) {
  const { form, name, label, noun, first, load, find, idOf, lineOf, worth = (items) => items } = props
  const [older, setOlder] = useState<Item[][]>([])
  const more = useMutation({
    mutationFn: () => load(older.length + 2),
    onSuccess: ({ items }) => setOlder((before) => [...before, items]),
  })
  // A purchase in between moves the last of a page to the next one.
  const loaded = new Map([...first.items, ...older.flat()].map((item) => [idOf(item), item]))

  const value = useWatch({ control: form.control, name })
  const isElsewhere = value !== '' && !loaded.has(value)
  const found = useQuery({ queryKey: [name, value], queryFn: () => find(value), enabled: isElsewhere })
  if (isElsewhere && found.data) loaded.set(value, found.data)
  const shown = worth([...loaded.values()], value)

  // The browser can only select what is there; what does not exist must not be sent unseen.
  useEffect(() => {
    if (isElsewhere && found.data) form.setValue(name, value)
    if (isElsewhere && found.isError) form.setValue(name, '')
  }, [form, name, value, isElsewhere, found.data, found.isError])

  // The button may be gone by now, and what it brought is in the select.
  useEffect(() => {
    if (older.length > 0) form.setFocus(name)
  }, [form, name, older.length])

  return (
    <div>
      <SelectField label={label} optional {...inputOf(form, name)}>
        <option value="">선택 안 함</option>
        {shown.map((item) => (
          <option key={idOf(item)} value={idOf(item)}>
            {lineOf(item)}
          </option>
        ))}
      </SelectField>
      {(older.length + 1) * first.pageSize < first.total && (
        <Button kind="text" className="-ml-2" loading={more.isPending} onClick={() => more.mutate()}>
          이전 {noun} 더 보기
        </Button>
      )}
      <p role="status" className="text-caption text-ink-2">
        {more.error
          ? `${more.error.message} 다시 눌러 주세요.`
          : older.length > 0 && `이제 ${noun} ${shown.length}건 가운데에서 고르실 수 있습니다.`}
      </p>
    </div>
  )
}
