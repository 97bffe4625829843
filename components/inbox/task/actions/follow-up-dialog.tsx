'use client'

import { useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { rowClasses } from '#components/ui/overlay/popup.ts'
import { InstantControl } from '#components/ui/schema-form/instant-control.tsx'
import { formatInstant } from '#components/ui/text/format-time.ts'
import { taskActionsTexts } from '../../texts/task-actions.ts'
import { followUpTimes } from './follow-up-times.ts'
import type { TaskChanges } from './use-task-changes.ts'

export interface FollowUpDialogProps {
  task: HumanTaskDetail
  changes: TaskChanges
  onPutOff(): void
  onClose(): void
}

/**
 * The dialog that puts a task off until a chosen time. The task stays open, keeps its due time and can still be
 * decided.
 */
export function FollowUpDialog({ task, changes, onPutOff, onClose }: FollowUpDialogProps) {
  const [now] = useState(() => new Date())
  const [typed, setTyped] = useState<string | null>(task.followUpAt)
  const set = (until: string | null) => {
    changes.setFollowUp(until, onPutOff)
    onClose()
  }
  return (
    <FormDialog
      title={taskActionsTexts.snooze}
      description={taskActionsTexts.movesTaskToLaterFor}
      verb={taskActionsTexts.set}
      canSubmit={typed !== null}
      onSubmit={() => set(typed)}
      onClose={onClose}
      aside={
        task.followUpAt !== null && (
          <Button look="ghost" onClick={() => set(null)}>
            {taskActionsTexts.removeDate}
          </Button>
        )
      }
    >
      <div className="grid">
        {followUpTimes(now).map(({ label, at }) => (
          <button
            key={label}
            type="button"
            onClick={() => set(at.toISOString())}
            className={`${rowClasses} justify-between text-left hover:bg-hover`}
          >
            {label}
            <span className="text-small text-muted">{formatInstant(at.getTime(), now.getTime()).slice(0, -3)}</span>
          </button>
        ))}
      </div>
      <Field label={taskActionsTexts.customTime} note={taskActionsTexts.yourTimeZone}>
        {(control) => (
          <InstantControl
            {...control}
            disabled={false}
            required={false}
            value={typed ?? undefined}
            onChange={(next) => setTyped(typeof next === 'string' ? next : null)}
          />
        )}
      </Field>
    </FormDialog>
  )
}
