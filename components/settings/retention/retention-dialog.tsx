'use client'

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import { Choice } from '../choice.tsx'
import { retentionTexts } from './texts/retention.ts'

type Keep = number | 'forever' | 'inherit'
type Kind = 'inherit' | 'days' | 'forever'

export interface RetentionSubject {
  /** Null: all workflows without a setting of their own. */
  readonly workflow: string | null
  readonly keep: Keep
  /** The bound of the installation. */
  readonly mostDays: number | null
}

const usualDays = '90'

/** The dialog for the retention of ended runs. It shows which runs would be removed immediately. */
export function RetentionDialog({ subject, onClose }: { subject: RetentionSubject; onClose: () => void }) {
  const { workflow, mostDays } = subject
  const api = useApi()
  const titleOf = useWorkflowTitle()
  const queryClient = useQueryClient()
  const [kind, setKind] = useState<Kind>(typeof subject.keep === 'number' ? 'days' : subject.keep)
  const [typed, setTyped] = useState(typeof subject.keep === 'number' ? String(subject.keep) : usualDays)
  const keep = kind === 'days' ? daysOf(typed, mostDays) : kind
  const preview = useQuery(
    api.retention.preview.queryOptions({ workflow, keep: keep ?? 'inherit' }, { enabled: keep !== null }),
  )
  const save = useMutation(
    api.retention.save.mutationOptions({
      onSuccess: () => {
        showToast({ tone: 'done', title: retentionTexts.saved })
        onClose()
      },
      onSettled: () => queryClient.invalidateQueries(api.retention.pathFilter()),
    }),
  )
  const failure = save.error ?? (keep === null ? null : preview.error)
  const goes = preview.data && preview.data.olderRuns > 0
  const most = mostDays ?? limits.retention.mostDays
  return (
    <FormDialog
      title={workflow === null ? retentionTexts.allWorkflows : isolateText(titleOf(workflow))}
      verb={goes ? retentionTexts.saveAndRemove : retentionTexts.save}
      danger={goes}
      canSubmit={keep !== null && !save.isPending && preview.isSuccess}
      onSubmit={() => keep !== null && save.mutate({ workflow, keep })}
      onClose={onClose}
    >
      <div className="grid gap-3">
        <Choice<Kind>
          label={retentionTexts.keepRuns}
          value={kind}
          options={[
            { value: 'inherit', label: workflow === null ? retentionTexts.inheritAll : retentionTexts.inherit },
            { value: 'days', label: retentionTexts.someDays },
            ...(mostDays === null ? [{ value: 'forever' as const, label: retentionTexts.forever }] : []),
          ]}
          onChange={setKind}
        />
        {kind === 'days' && (
          <Field label={retentionTexts.numberOfDays} error={keep === null ? retentionTexts.wholeDays(most) : undefined}>
            {(control) => (
              <Input
                {...control}
                inputMode="numeric"
                autoComplete="off"
                value={typed}
                className="max-w-28"
                onChange={(event) => setTyped(event.target.value)}
              />
            )}
          </Field>
        )}
        <div aria-live="polite">
          {failure ? (
            <Callout tone="failed" alert>
              {apiFailure(failure).message}
            </Callout>
          ) : (
            keep !== null && <Effect preview={preview.data} />
          )}
        </div>
      </div>
    </FormDialog>
  )
}

interface EffectProps {
  preview: { readonly days: number | null; readonly olderRuns: number; readonly isBound: boolean } | undefined
}

/** The runs that the change removes immediately. */
function Effect({ preview }: EffectProps) {
  if (!preview) return <p className="text-muted">{retentionTexts.counting}</p>
  const { days, olderRuns, isBound } = preview
  if (olderRuns === 0 || days === null) return <p className="text-muted">{retentionTexts.nothingGoes}</p>
  return <Callout tone="failed">{retentionTexts.goes(olderRuns, isBound, days)}</Callout>
}

/** The typed number of days; null for what is none within the bound. */
function daysOf(typed: string, mostDays: number | null): number | null {
  const days = Number(typed.trim())
  return /^\d+$/.test(typed.trim()) && days >= 1 && days <= (mostDays ?? limits.retention.mostDays) ? days : null
}
