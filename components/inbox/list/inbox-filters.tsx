'use client'

import { useQuery } from '@tanstack/react-query'
import { ArrowDownWideNarrow, ListFilter } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useApi } from '#components/api/trpc.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select, type SelectOption } from '#components/ui/controls/select.tsx'
import { Menu } from '#components/ui/overlay/menu.tsx'
import { Popover } from '#components/ui/overlay/popover.tsx'
import { listTexts } from '../texts/list.ts'
import { usePersonNames } from '../use-person-names.ts'
import { countFilters, type InboxFilter, type Sort, sortLabels, sorts } from './inbox-query.ts'
import type { Inbox } from './use-inbox.ts'

const any = 'any'

const fixed: readonly { name: keyof InboxFilter; label: string; options: readonly SelectOption[] }[] = [
  {
    name: 'due',
    label: listTexts.due,
    options: [
      { value: 'late', label: listTexts.overdue },
      { value: 'soon', label: listTexts.withinDay },
      { value: 'none', label: listTexts.noDueDate },
    ],
  },
  {
    name: 'priority',
    label: listTexts.priority,
    options: [
      { value: 'high', label: listTexts.aboveNormal },
      { value: 'usual', label: listTexts.normal },
      { value: 'low', label: listTexts.belowNormal },
    ],
  },
  {
    name: 'followUp',
    label: listTexts.followUp,
    options: [
      { value: 'now', label: listTexts.dueNow },
      { value: 'later', label: listTexts.snoozed },
    ],
  },
]

/** The filters of the list, behind one button that shows their number. */
export function InboxFilters({ inbox }: { inbox: Inbox }) {
  const [open, setOpen] = useState(false)
  const { filter, narrow, clear } = inbox
  const count = countFilters(filter)
  useOfferActions(
    useMemo(
      () => [
        {
          id: 'inbox.filter',
          label: listTexts.filterTasks,
          group: listTexts.inbox,
          icon: ListFilter,
          shortcut: 'f',
          perform: () => setOpen(true),
        },
      ],
      [],
    ),
  )
  return (
    <Popover
      label={listTexts.filters}
      align="end"
      open={open}
      onOpenChange={setOpen}
      trigger={
        <Button look={count > 0 ? 'plain' : 'ghost'} icon={<ListFilter />}>
          {count === 0 ? listTexts.filters : count === 1 ? listTexts.oneFilter : listTexts.filtersCount(count)}
        </Button>
      }
    >
      <div className="grid w-64 gap-2.5 p-1.5">
        <FilterFields inbox={inbox} onChange={(name, value) => narrow({ [name]: value })} />
        <Button look="ghost" className="justify-self-end" disabled={count === 0} onClick={clear}>
          {listTexts.clearAllFilters}
        </Button>
      </div>
    </Popover>
  )
}

interface FilterFieldsProps {
  inbox: Inbox
  onChange(name: keyof InboxFilter, value: string): void
}

function FilterFields({ inbox: { scope, filter }, onChange }: FilterFieldsProps) {
  const api = useApi()
  const nameOf = usePersonNames()
  const facets = useQuery(api.inbox.facets.queryOptions({ scope })).data
  const found = (name: 'workflow' | 'queue' | 'group'): SelectOption[] =>
    (facets?.[name] ?? []).map(({ value, count }) => ({ value, label: `${value} (${count})` }))
  const holders: SelectOption[] = [
    { value: 'nobody', label: listTexts.unclaimed },
    { value: 'somebody', label: listTexts.claimed },
    { value: 'me', label: listTexts.you },
    ...(facets?.holder ?? []).map(({ value, count }) => ({
      value: `id:${value}`,
      label: `${nameOf(value)} (${count})`,
    })),
  ]
  const fields = [
    { name: 'workflow' as const, label: listTexts.workflow, options: found('workflow') },
    { name: 'queue' as const, label: listTexts.queue, options: found('queue') },
    { name: 'group' as const, label: listTexts.group, options: found('group') },
    { name: 'holder' as const, label: listTexts.claimedBy, options: holders },
    ...fixed,
  ]
  return fields
    .filter(({ name, options }) => options.length > 0 || filter[name] !== '')
    .map(({ name, label, options }) => (
      <Field key={name} label={label}>
        {(control) => (
          <Select
            {...control}
            value={filter[name] === '' ? any : filter[name]}
            onValueChange={(value) => onChange(name, value === any ? '' : value)}
            options={[{ value: any, label: listTexts.any }, ...withOwn(options, filter[name])]}
          />
        )}
      </Field>
    ))
}

/** The value of the address stays among the choices, even when no task has it any more. */
function withOwn(options: readonly SelectOption[], value: string): readonly SelectOption[] {
  return value === '' || options.some((option) => option.value === value)
    ? options
    : [...options, { value, label: value }]
}

/** The order of the list, in words. */
export function InboxSort({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) {
  const items = sorts.map((value) => ({
    id: value,
    label: sortLabels[value],
    checked: sort === value,
    onSelect: () => onSort(value),
  }))
  return (
    <Menu items={items}>
      <Button look="ghost" icon={<ArrowDownWideNarrow />}>
        {sortLabels[sort]}
      </Button>
    </Menu>
  )
}
