'use client'

import { apiFailure } from '#components/api/api-failure.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'

export interface ConfirmKeyDialogProps {
  title: string
  about: string
  verb: string
  change: { readonly isPending: boolean; readonly error: unknown }
  onConfirm(): void
  onClose(): void
}

/** Asks before keys stop working for good. */
export function ConfirmKeyDialog({ title, about, verb, change, onConfirm, onClose }: ConfirmKeyDialogProps) {
  return (
    <FormDialog title={title} verb={verb} danger canSubmit={!change.isPending} onSubmit={onConfirm} onClose={onClose}>
      {change.error ? (
        <Callout tone="failed" alert>
          {apiFailure(change.error).message}
        </Callout>
      ) : null}
      <p>{about}</p>
    </FormDialog>
  )
}
