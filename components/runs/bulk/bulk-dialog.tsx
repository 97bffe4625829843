'use client'

import { useState } from 'react'
import type { BulkVerb } from '#components/api/models.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Textarea } from '#components/ui/input.tsx'
import { type BulkVerbType, bulkWords } from './bulk-words.ts'

const longestReason = 1_000

const consequences: Readonly<Record<BulkVerbType, string>> = {
  retry:
    'Each run goes on from the step that failed; what completed is not run again. A run that cannot be retried is left and listed.',
  cancel: 'Each run stops at once. Sagas undo what they have done. A run that has ended is left and listed.',
  rollback: 'Each run undoes what it has done, newest first. A run that has nothing to undo is left and listed.',
  pause: 'Each run finishes what executes and starts nothing new until it is resumed.',
  resume: 'Each paused run goes on. A run that waits for an answer is left and listed.',
  acknowledge: 'Each ended run is marked as seen.',
}

export interface BulkDialogProps {
  verb: BulkVerbType
  /** `12 runs`. */
  count: string
  onClose(): void
  onConfirm(verb: BulkVerb): void
}

/** Asks once before many runs are touched. */
export function BulkDialog({ verb, count, onClose, onConfirm }: BulkDialogProps) {
  const [reason, setReason] = useState('')
  const { label, asksReason } = bulkWords[verb]
  const given = reason.trim()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      width="narrow"
      title={`${label} ${count}?`}
      description={consequences[verb]}
      footer={
        <>
          <Button onClick={onClose}>Keep them as they are</Button>
          <Button
            look={verb === 'cancel' || verb === 'rollback' ? 'danger' : 'primary'}
            onClick={() => {
              onConfirm({ type: verb, ...(asksReason && given !== '' && { reason: given }) } as BulkVerb)
              onClose()
            }}
          >
            {label} {count}
          </Button>
        </>
      }
    >
      {asksReason && (
        <div className="pb-2">
          <Field label="Reason" note="optional, shown in each history">
            {(control) => (
              <Textarea
                {...control}
                rows={2}
                maxLength={longestReason}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            )}
          </Field>
        </div>
      )}
    </Dialog>
  )
}
