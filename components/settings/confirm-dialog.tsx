'use client'

import { apiFailure } from '#components/api/api-failure.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'

export interface ConfirmDialogProps {
  title: string
  /** What the change takes away. */
  about: string
  verb: string
  change: { readonly isPending: boolean; readonly error: unknown }
  onConfirm(): void
  onClose(): void
}

/** Asks before a change that takes something away. */
export function ConfirmDialog({ title, about, verb, change, onConfirm, onClose }: ConfirmDialogProps) {
  return (
    <FormDialog title={title} verb={verb} danger canSubmit={!change.isPending} onSubmit={onConfirm} onClose={onClose}>
      {change.error ? (
        <Callout tone="failed" alert>
          {apiFailure(change.error).message}
        </Callout>
      ) : null}
      <p className="wrap-anywhere">{about}</p>
    </FormDialog>
  )
}
