'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { shortId } from '#components/runs/short-id.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { locksTexts } from './texts/locks.ts'

export interface ReleasedLock {
  readonly resource: string
  readonly runId: string
  /** The run has ended unsafe and keeps the lock. */
  readonly quarantined: boolean
}

/** Takes a lock away from a run, for a reason that the run and the audit show. */
export function ReleaseDialog({
  lock: { resource, runId, quarantined },
  onClose,
}: {
  lock: ReleasedLock
  onClose(): void
}) {
  const api = useApi()
  const queryClient = useQueryClient()
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const release = useMutation(
    api.locks.forceRelease.mutationOptions({
      onSuccess() {
        showToast({ tone: 'done', title: locksTexts.released(resource) })
        onClose()
      },
      onSettled: () => queryClient.invalidateQueries(api.locks.pathFilter()),
    }),
  )
  const isMissing = reason.trim() === ''
  return (
    <FormDialog
      title={locksTexts.releaseTitle(isolateText(resource))}
      description={
        quarantined ? locksTexts.releaseUnsafeAbout(shortId(runId)) : locksTexts.releaseAbout(shortId(runId))
      }
      verb={locksTexts.releaseVerb}
      leave={locksTexts.keep}
      danger
      canSubmit={!release.isPending}
      onSubmit={() => {
        setTried(true)
        if (!isMissing) release.mutate({ id: resource, runId, reason: reason.trim() })
      }}
      onClose={onClose}
    >
      <Field
        label={locksTexts.reason}
        note={locksTexts.reasonNote}
        required
        error={wasTried && isMissing ? locksTexts.reasonMissing : undefined}
      >
        {(control) => (
          <Textarea
            {...control}
            rows={3}
            maxLength={limits.text.reason}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
        )}
      </Field>
      {release.error && (
        <Callout tone="failed" alert>
          {apiFailure(release.error).message}
        </Callout>
      )}
    </FormDialog>
  )
}
