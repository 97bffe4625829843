'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'

export interface ReasonDialogProps {
  title: string
  /** What happens, in a sentence or two. */
  consequence: string
  verb: string
  danger?: boolean
  onClose(): void
  onConfirm(reason: string): void
}

const longestReason = 1_000

/** Asks once before a run is stopped or held, and for the reason that its history will show. */
export function ReasonDialog({ title, consequence, verb, danger, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={title}
      description={consequence}
      footer={
        <>
          <Button onClick={onClose}>Keep it as it is</Button>
          <Button
            look={danger ? 'danger' : 'primary'}
            onClick={() => {
              onConfirm(reason.trim())
              onClose()
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="pb-2">
        <Field label="Reason" note="optional, shown in the history">
          {(control) => (
            <Textarea
              {...control}
              rows={3}
              maxLength={longestReason}
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
