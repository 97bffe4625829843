'use client'

import { useState } from 'react'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import type { Json } from '#core/json.ts'

/** Input for the next step of a run that is driven by hand; it is merged into the state first. */
export function StepInputDialog({ onClose, onStep }: { onClose: () => void; onStep: (input: Json) => void }) {
  const [input, setInput] = useState<Json | undefined>({})
  const [isBroken, setBroken] = useState(false)
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
            onStep(input ?? {})
            onClose()
          }}
        >
          Run the next step
        </Button>
      }
    >
      <Field label="Input" note="JSON object" className="pb-2">
        {(control) => (
          <JsonControl {...control} value={input} onChange={setInput} onBroken={setBroken} disabled={false} />
        )}
      </Field>
    </Dialog>
  )
}
