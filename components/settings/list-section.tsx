'use client'

import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '#components/ui/controls/button.tsx'
import { LoadedList, type LoadedListProps } from './loaded-list.tsx'
import { SettingsSection, type SettingsSectionProps } from './settings-section.tsx'

type Ask<Task> = (task: Task | null) => void

export interface ListSectionProps<Item, Task>
  extends Omit<LoadedListProps<Item>, 'title' | 'children'>,
    Pick<SettingsSectionProps, 'title' | 'about'> {
  id: string
  /** The button that opens the dialog of a new item; null for a person who may not add one. */
  add: { readonly label: string; readonly task: Task } | null
  /** The section is a part of a page: the button of another section is the primary one. */
  isFurther?: boolean
  /** Shown above the list in each of its states. */
  above?: ReactNode
  /** Shown below the list in each of its states. */
  below?: ReactNode
  /** The items; their buttons open a dialog by `ask`. */
  children: (items: readonly Item[], ask: Ask<Task>) => ReactNode
  /** The dialog of a task. It closes by `ask(null)`, or goes on to the next task. */
  dialog: (task: Task, ask: Ask<Task>) => ReactNode
}

/** A section of the settings that is one list, with the dialogs that add, change and remove its items. */
export function ListSection<Item, Task>(props: ListSectionProps<Item, Task>) {
  const { id, title, about, add, isFurther, above, below, children, dialog, ...list } = props
  const [task, ask] = useState<Task | null>(null)
  return (
    <SettingsSection
      id={id}
      title={title}
      about={about}
      aside={
        add && (
          <Button look={isFurther ? 'plain' : 'primary'} icon={<Plus />} onClick={() => ask(add.task)}>
            {add.label}
          </Button>
        )
      }
    >
      {above}
      <LoadedList {...list} title={title}>
        {(items) => children(items, ask)}
      </LoadedList>
      {below}
      {task !== null && dialog(task, ask)}
    </SettingsSection>
  )
}
