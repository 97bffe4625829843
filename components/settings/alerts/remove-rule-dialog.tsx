'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { apiFailure } from '#components/api/api-failure.ts'
import type { AlertRule } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { useNames } from '#components/people/use-names.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { ruleSentence } from './rule-sentence.ts'
import { alertsTexts } from './texts/alerts.ts'

export function RemoveRuleDialog({ rule, onClose }: { rule: AlertRule; onClose(): void }) {
  const api = useApi()
  const queryClient = useQueryClient()
  const { person } = useNames()
  const titleOf = useWorkflowTitle()
  const { mutate, isPending, error } = useMutation(
    api.alerts.remove.mutationOptions({
      onSuccess: onClose,
      onSettled: () => queryClient.invalidateQueries(api.alerts.pathFilter()),
    }),
  )
  return (
    <FormDialog
      title={alertsTexts.removeTitle}
      verb={alertsTexts.removeLabel}
      danger
      canSubmit={!isPending}
      onSubmit={() => mutate({ id: rule.id })}
      onClose={onClose}
    >
      {error && (
        <Callout tone="failed" alert>
          {apiFailure(error).message}
        </Callout>
      )}
      <p className="wrap-anywhere">{ruleSentence({ ...rule, workflow: titleOf(rule.workflow) }, person)}.</p>
      <p className="text-muted">{alertsTexts.removeAbout}</p>
    </FormDialog>
  )
}
