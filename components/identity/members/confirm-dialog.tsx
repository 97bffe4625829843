'use client'

import { Button } from '#components/ui/controls/button.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { memberTexts } from '../texts/members.ts'
import { failureText } from './use-members.ts'

export interface ConfirmDialogProps {
  title: string
  about: string
  verb: string
  change: { readonly isPending: boolean; readonly error: unknown }
  onConfirm(): void
  onClose(): void
}

/** Asks before a change that takes something away. */
export function ConfirmDialog({ title, about, verb, change, onConfirm, onClose }: ConfirmDialogProps) {
  const failure = failureText(change.error)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={title}
      footer={
        <>
          <Button onClick={onClose}>{memberTexts.cancel}</Button>
          <Button look="danger" disabled={change.isPending} onClick={onConfirm}>
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-3">
        {failure && (
          <Callout tone="failed" alert>
            {failure}
          </Callout>
        )}
        <p>{about}</p>
      </div>
    </Dialog>
  )
}
