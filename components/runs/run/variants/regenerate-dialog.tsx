'use client'

import { useMutation } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import { useRouter } from 'next/navigation'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Input, Textarea } from '#components/ui/controls/input.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { limits } from '#core/limits.ts'
import { directions } from '#core/run/fan-out/asked-regeneration.ts'
import { variantTexts } from '../../texts/variants.ts'
import { useOperationId } from '../acting/use-operation-id.ts'
import type { Variant } from './variants-of.ts'

const NONE = 'none'
const choices = [
  { value: NONE, label: variantTexts.noDirection },
  ...directions.map((word) => ({ value: word, label: word })),
]

/** Asks how a variant is to be made anew, starts a run with the variant's input, and goes to that run. */
export function RegenerateDialog({ runId, variant, onClose }: { runId: string; variant: Variant; onClose(): void }) {
  const api = useApi()
  const router = useRouter()
  const [direction, setDirection] = useState<string>(NONE)
  const [keep, setKeep] = useState('')
  const [instructions, setInstructions] = useState('')
  const flags = keep
    .split(',')
    .map((flag) => flag.trim())
    .filter((flag) => flag !== '')
  const regenerate = {
    parent_run_id: runId,
    parent_variant_index: variant.index,
    ...(direction !== NONE && { direction }),
    ...(flags.length > 0 && { keep: flags }),
    ...(instructions.trim() !== '' && { extra_instructions: instructions.trim() }),
  }
  const request = { workflow: variant.workflow, input: { ...variant.input, regenerate } }
  const operationId = useOperationId(JSON.stringify(request))
  const start = useMutation(
    api.runs.start.mutationOptions({ onSuccess: ({ runId: made }) => router.push(runPath(made)) }),
  )
  const isBusy = start.isPending || start.isSuccess
  return (
    <Dialog
      open
      width="narrow"
      onOpenChange={(open) => !open && onClose()}
      title={variantTexts.regenerateVariant(variant.index)}
      description={variantTexts.regenerateDescription}
      footer={
        <div className="ml-auto flex gap-2">
          <Button onClick={onClose}>{variantTexts.cancel}</Button>
          <Button
            look="primary"
            icon={<RefreshCw />}
            disabled={isBusy}
            onClick={() => start.mutate({ ...request, operationId })}
          >
            {start.isPending ? variantTexts.starting : variantTexts.regenerate}
          </Button>
        </div>
      }
    >
      <div className="grid gap-3 pb-3">
        {start.error && (
          <Callout tone="failed" alert>
            {apiFailure(start.error).message}
          </Callout>
        )}
        <Field label={variantTexts.direction}>
          {(control) => (
            <Select {...control} value={direction} onValueChange={setDirection} options={choices} disabled={isBusy} />
          )}
        </Field>
        <Field label={variantTexts.keep} hint={variantTexts.keepHint}>
          {(control) => (
            <Input {...control} value={keep} onChange={(event) => setKeep(event.target.value)} disabled={isBusy} />
          )}
        </Field>
        <Field label={variantTexts.instructions}>
          {(control) => (
            <Textarea
              {...control}
              maxLength={limits.fanOut.instructionsCharacters}
              value={instructions}
              onChange={(event) => setInstructions(event.target.value)}
              disabled={isBusy}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}
