'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import type { RegisteredTrigger } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { triggersTexts } from './texts/triggers.ts'

const DAY_MS = 24 * 3_600_000

/** A time as a field of the browser has it, in the zone of the browser. */
function localText(ms: number): string {
  const offsetMs = new Date(ms).getTimezoneOffset() * 60_000
  return new Date(ms - offsetMs).toISOString().slice(0, 16)
}

/** Starts the runs of a range of planned times, after the count of them has been shown. */
export function BackfillDialog({ trigger, onClose }: { trigger: RegisteredTrigger; onClose: () => void }) {
  const { id, workflow, workflowTitle, name } = trigger
  const api = useApi()
  const queryClient = useQueryClient()
  const [from, setFrom] = useState(() => localText(Date.now() - DAY_MS))
  const [until, setUntil] = useState(() => localText(Date.now()))
  const [fromMs, untilMs] = [Date.parse(from), Date.parse(until)]
  const isRange = fromMs <= untilMs
  const range = isRange
    ? { id, from: new Date(fromMs).toISOString(), until: new Date(untilMs).toISOString() }
    : { id, from: '', until: '' }
  const preview = useQuery(api.triggers.previewBackfill.queryOptions(range, { enabled: isRange }))
  const start = useMutation(
    api.triggers.backfill.mutationOptions({
      onSuccess({ count }) {
        showToast({ tone: 'active', title: triggersTexts.begun(count) })
        onClose()
      },
      onSettled: () => queryClient.invalidateQueries(api.triggers.pathFilter()),
    }),
  )
  const data = isRange ? preview.data : undefined
  const count = data?.tooMany ? 0 : (data?.count ?? 0)
  const error = start.error ?? preview.error
  return (
    <FormDialog
      title={triggersTexts.backfillTitle(`${workflowTitle ?? workflow} ${name}`)}
      description={triggersTexts.backfillAbout}
      verb={count === 0 ? triggersTexts.startVerb : triggersTexts.start(count)}
      canSubmit={count > 0 && !start.isPending}
      onSubmit={() => start.mutate(range)}
      onClose={onClose}
    >
      {error && (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      )}
      <div className="grid gap-3">
        <Field label={triggersTexts.from}>
          {(control) => (
            <Input {...control} type="datetime-local" value={from} onChange={(event) => setFrom(event.target.value)} />
          )}
        </Field>
        <Field label={triggersTexts.until}>
          {(control) => (
            <Input
              {...control}
              type="datetime-local"
              value={until}
              onChange={(event) => setUntil(event.target.value)}
            />
          )}
        </Field>
      </div>
      <p role="status" className="text-muted">
        {!data
          ? triggersTexts.counting
          : data.tooMany
            ? triggersTexts.tooMany
            : triggersTexts.preview(data.count, data.started)}
      </p>
    </FormDialog>
  )
}
