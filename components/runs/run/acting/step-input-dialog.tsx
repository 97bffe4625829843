'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import type { Json } from '#core/json.ts'
import { ReasonField } from '../../reason-field.tsx'

/** Input for the next step of a run that is driven by hand; it is merged into the state first. */
export function StepInputDialog({
  onClose,
  onStep,
}: {
  onClose: () => void
  onStep: (input: Json, reason: string) => void
}) {
  const [input, setInput] = useState<Json | undefined>({})
  const [isBroken, setBroken] = useState(false)
  const [reason, setReason] = useState('')
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Next step with input"
      description="The input is merged into the state of the run before the step begins."
      footer={
        <Button
          look="primary"
          disabled={isBroken}
          onClick={() => {
            onStep(input ?? {}, reason.trim())
            onClose()
          }}
        >
          Run the next step
        </Button>
      }
    >
      <div className="grid gap-3 pb-2">
        <Field label="Input" note="JSON object">
          {(control) => (
            <JsonControl {...control} value={input} onChange={setInput} onBroken={setBroken} disabled={false} />
          )}
        </Field>
        <ReasonField value={reason} onChange={setReason} />
      </div>
    </Dialog>
  )
}
