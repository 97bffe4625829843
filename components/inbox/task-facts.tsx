'use client'

import type { ReactNode } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { labelOfName } from '#components/ui/schema-form/schema-field.ts'
import { Elapsed } from '#components/ui/time.tsx'
import { subjectOf } from './subject-of.ts'
import { Due } from './task-list.tsx'

/** What the decision is about, at a glance. */
export function TaskFacts({ task }: { task: HumanTaskDetail }) {
  const isOpen = task.status === 'open'
  return (
    <dl className="flex flex-wrap gap-px overflow-hidden rounded-m border bg-line">
      {subjectOf(task.runInput, task.runState).map(({ name, value }) => (
        <Cell key={name} name={labelOfName(name)}>
          {value}
        </Cell>
      ))}
      <Cell name={isOpen ? 'Waiting since' : 'Took'}>
        <Elapsed from={task.openedAt} to={task.closedAt} />
      </Cell>
      {isOpen && task.dueAt && (
        <Cell name="Due">
          <Due dueAt={task.dueAt} />
        </Cell>
      )}
      {task.groups.length + task.assignees.length > 0 && (
        <Cell name="Who may decide">{[...task.assignees, ...task.groups].join(', ')}</Cell>
      )}
    </dl>
  )
}

function Cell({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="min-w-0 flex-1 basis-38 bg-surface px-3.5 py-2.5">
      <dt className="text-label text-muted">{name}</dt>
      <dd className="truncate text-title font-semibold">{children}</dd>
    </div>
  )
}
