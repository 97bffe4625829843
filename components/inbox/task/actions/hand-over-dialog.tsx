'use client'

import Link from 'next/link'
import { useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { useDirectory, useMe } from '#components/people/use-people.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { limits } from '#core/limits.ts'
import { personName } from '../../list/task-words.ts'
import { taskActionsTexts } from '../../texts/task-actions.ts'
import { withoutExcluded } from './offered-people.ts'
import { PersonPicker } from './person-picker.tsx'
import type { TaskChanges } from './use-task-changes.ts'

export interface HandOverDialogProps {
  kind: 'assign' | 'delegate'
  task: HumanTaskDetail
  changes: TaskChanges
  onClose(): void
}

const words = {
  assign: {
    title: taskActionsTexts.assignTask,
    verb: taskActionsTexts.assign,
    about: taskActionsTexts.onlyThisPersonCanDecide,
  },
  delegate: {
    title: taskActionsTexts.delegateTask,
    verb: taskActionsTexts.delegate,
    about: taskActionsTexts.theyDecideInsteadOfYou,
  },
} as const

const several = taskActionsTexts.theyCanDecideAsWell

/** Hands a task over to another person, with a note about why. */
export function HandOverDialog({ kind, task, changes, onClose }: HandOverDialogProps) {
  const people = useDirectory().data?.people ?? []
  const me = useMe()
  // Delegation to oneself is excluded; a manager may assign a task to themselves.
  const isMe = (id: string) => kind === 'delegate' && id === me?.id
  const [to, setTo] = useState<string | null>(null)
  const [note, setNote] = useState('')
  const { title, verb, about } = words[kind]
  const name = to === null ? null : personName(people, to)
  return (
    <FormDialog
      title={title}
      description={task.approvalsRequired > 1 ? several : about}
      verb={name === null ? verb : taskActionsTexts.to(verb, name)}
      action={verb}
      canSubmit={name !== null}
      onSubmit={() => {
        if (to === null || name === null) return
        changes.handOver(kind, to, name, note)
        onClose()
      }}
      onClose={onClose}
    >
      <PersonPicker
        people={withoutExcluded(people, task.excluded).filter(({ id }) => !isMe(id))}
        value={to}
        onChange={setTo}
        preferred={task.groups}
      />
      {people.length === 0 && (
        <p className="text-small text-muted">
          {taskActionsTexts.thereAreNoPeopleYet}{' '}
          <Link href="/settings#people" className="text-accent hover:underline">
            {taskActionsTexts.addPeopleInSettings}
          </Link>
          .
        </p>
      )}
      <Field label={taskActionsTexts.note} note="optional">
        {(control) => (
          <Textarea
            {...control}
            maxLength={limits.text.reason}
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
