'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
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
  /** Something more that may be wanted, as a tick. */
  option?: string | undefined
  onConfirm(reason: string, ticked: boolean): void
}

const longestReason = 1_000

/** Asks once before a run is stopped or held, and for the reason that its history will show. */
export function ReasonDialog({ title, consequence, verb, danger, option, onClose, onConfirm }: ReasonDialogProps) {
  const [reason, setReason] = useState('')
  const [isTicked, setTicked] = useState(false)
  const optionId = useId()
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
              onConfirm(reason.trim(), isTicked)
              onClose()
            }}
          >
            {verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
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
        {option && (
          <div className="flex items-center gap-2">
            <Checkbox id={optionId} checked={isTicked} onCheckedChange={(checked) => setTicked(checked === true)} />
            <label htmlFor={optionId}>{option}</label>
          </div>
        )}
      </div>
    </Dialog>
  )
}
