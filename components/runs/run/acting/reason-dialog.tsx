'use client'

import { useId, useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Checkbox } from '#components/ui/checkbox.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { ReasonField } from '../../reason-field.tsx'

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

/** Asks once before something is done to a run, and for the reason that its history will show. */
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
        <ReasonField value={reason} onChange={setReason} />
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
