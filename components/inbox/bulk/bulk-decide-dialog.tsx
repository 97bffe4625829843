'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { HumanTaskSummary } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Skeleton } from '#components/ui/layout/skeleton.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { bulkTexts } from '../texts/bulk.ts'
import { BulkForm } from './bulk-form.tsx'
import { BulkOutcome } from './bulk-outcome.tsx'
import { countInWords, taskKinds } from './task-kinds.ts'
import { useDecideMany } from './use-decide-many.ts'

export interface BulkDecideDialogProps {
  tasks: readonly HumanTaskSummary[]
  /** Receives the ids of the tasks that need no further decision. */
  onClose(decided: ReadonlySet<string>): void
}

/** One decision for the chosen tasks of one kind, then the result of each task. */
export function BulkDecideDialog({ tasks, onClose }: BulkDecideDialogProps) {
  const api = useApi()
  const queryClient = useQueryClient()
  const kinds = taskKinds(tasks)
  const [key, setKey] = useState(kinds[0]?.key ?? '')
  const kind = kinds.find((each) => each.key === key)
  const first = kind?.tasks[0]
  const detail = useQuery(api.inbox.get.queryOptions({ taskId: first?.taskId ?? '' }, { enabled: first !== undefined }))
  const many = useDecideMany()
  const close = () => {
    void queryClient.invalidateQueries(api.inbox.pathFilter())
    onClose(many.decided)
  }
  const count = kind?.tasks.length ?? 0
  const title = many.results
    ? countInWords(many.results.map(({ result }) => result))
    : bulkTexts.decideTogether(count === 1 ? bulkTexts.oneTask : bulkTexts.tasks(count))
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={title}
      {...(many.results
        ? { footer: <Button onClick={close}>{bulkTexts.close}</Button> }
        : { description: bulkTexts.eachTaskIsDecidedSeparately })}
    >
      <div className="grid gap-4 pb-3">
        {many.results && <BulkOutcome tasks={kind?.tasks ?? []} results={many.results} />}
        {!many.results && kinds.length > 1 && (
          <Field label={bulkTexts.taskLists} hint={bulkTexts.theseTasksUseDifferentForms}>
            {(control) => (
              <Select
                {...control}
                value={key}
                onValueChange={setKey}
                options={kinds.map((each) => ({
                  value: each.key,
                  label: `${isolateText(each.label)} (${each.tasks.length})`,
                }))}
              />
            )}
          </Field>
        )}
        {!many.results && detail.isPending && <Skeleton className="h-24" />}
        {!many.results && detail.isError && (
          <Callout tone="failed" alert>
            {apiFailure(detail.error).message}
          </Callout>
        )}
        {!many.results && kind && detail.data && (
          <BulkForm
            key={key}
            schema={detail.data.form}
            count={count}
            failure={many.failure}
            isBusy={many.isBusy}
            onSend={(input) => many.send(kind.tasks, input)}
          />
        )}
        {!many.results && many.begun.length > 0 && <BulkOutcome tasks={tasks} results={many.begun} />}
      </div>
    </Dialog>
  )
}
