'use client'

import { useEffect, useMemo, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Select } from '#components/ui/controls/select.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { END } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Asker } from '#core/run/command.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { overrideSentence } from '#core/run/preview/preview-words.ts'
import type { RunState } from '#core/run/state.ts'
import { ReasonField } from '../../../reason-field.tsx'
import { InputEditor } from '../../../start/input-editor.tsx'
import { runActingTexts } from '../../../texts/run-acting.ts'
import { PreviewList } from '../preview-list.tsx'
import { useOperationId } from '../use-operation-id.ts'
import {
  type OverrideVerb,
  offeredTarget,
  outputErrors,
  outputSchema,
  overrideWords,
  targetsOf,
} from './override-choice.ts'
import { useOverride, useOverridePreview } from './use-override.ts'

export interface OverrideDialogProps {
  runId: string
  verb: OverrideVerb
  /** At least one. */
  steps: readonly string[]
  /** The step that is offered first, if it is in `steps`. */
  first: string | null
  executable: ExecutableDefinition
  /** The run's current state. */
  state: RunState
  /** The actor, on whom the effects and the permission depend. */
  asker: Asker
  /** Receives the effect on each step, for the graph beside the dialog; null when the dialog is closed. */
  onPreview(steps: readonly PreviewStep[] | null): void
  onClose(): void
}

/**
 * The dialog that overrides one step of a run. It asks for the step, the replacement and the reason, and shows the
 * effects first.
 */
export function OverrideDialog(props: OverrideDialogProps) {
  const { runId, verb, steps, first, executable, state, asker, onPreview, onClose } = props
  const [step, setStep] = useState(first !== null && steps.includes(first) ? first : (steps[0] ?? ''))
  const schema = useMemo(() => outputSchema(executable, step), [executable, step])
  const offered = useMemo(() => (schema ? (initialValue(schema, false) ?? {}) : {}), [schema])
  const [outputs, setOutputs] = useState<{ readonly [step: string]: Json | undefined }>({})
  const output = step in outputs ? outputs[step] : offered
  const [isBroken, setBroken] = useState(false)
  const targets = targetsOf(executable, step)
  const [chosen, setTarget] = useState('')
  const target = targets.includes(chosen) ? chosen : offeredTarget(executable, step)
  const [reason, setReason] = useState('')
  const preview = useOverridePreview(executable, state, asker, { verb, step, output, target })
  const fates = preview.ok ? preview.steps : null
  useEffect(() => onPreview(fates), [fates, onPreview])
  useEffect(() => () => onPreview(null), [onPreview])
  const operationId = useOperationId(JSON.stringify([step, output, target, reason]))
  const words = overrideWords[verb]
  const { skip, markDone, jump } = useOverride(runId, words.done, onClose)
  const mutation = { skip, mark_done: markDone, jump }[verb]
  const failure = mutation.error && apiFailure(mutation.error)
  const atOutput = failure && verb === 'mark_done' && failure.code === 'INVALID_INPUT' ? outputErrors(failure) : []
  const isUnfinished = !preview.ok && preview.refusal.code === 'INVALID_INPUT'

  function submit() {
    const request = { runId, operationId, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    if (verb === 'skip') skip.mutate({ ...request, step })
    else if (verb === 'mark_done') markDone.mutate({ ...request, step, output: output ?? null })
    else jump.mutate({ ...request, fromStep: step, toStep: target })
  }

  return (
    <FormDialog
      place="side"
      title={words.title}
      description={words.does}
      verb={words.verb}
      leave={runActingTexts.cancel}
      // An output that does not match the schema is sent all the same: the answer names the wrong field.
      canSubmit={!mutation.isPending && !(verb === 'mark_done' && isBroken) && (preview.ok || isUnfinished)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={verb === 'jump' ? runActingTexts.from : runActingTexts.step}>
        {(control) => (
          <Select
            {...control}
            value={step}
            onValueChange={(next) => {
              setStep(next)
              setBroken(false)
            }}
            options={steps.map((name) => ({ value: name, label: name }))}
          />
        )}
      </Field>
      {verb === 'jump' && (
        <Field label={runActingTexts.to}>
          {(control) => (
            <Select
              {...control}
              value={target}
              onValueChange={setTarget}
              options={targets.map((name) => ({ value: name, label: name === END ? runActingTexts.end : name }))}
            />
          )}
        </Field>
      )}
      {verb === 'mark_done' && (
        <InputEditor
          key={step}
          label={runActingTexts.output}
          schema={schema}
          value={output}
          onChange={(value) => setOutputs({ ...outputs, [step]: value })}
          onBroken={setBroken}
          errors={atOutput}
          disabled={mutation.isPending}
        />
      )}
      {preview.ok && <PreviewList sentence={overrideSentence(preview)} steps={preview.steps} />}
      {isUnfinished && <p className="text-small text-muted">{runActingTexts.previewAppearsOnceOutputIs}</p>}
      {!preview.ok && !isUnfinished && <Callout tone="failed">{preview.refusal.message}</Callout>}
      <ReasonField value={reason} onChange={setReason} />
      {failure && atOutput.length === 0 && (
        <Callout tone="failed" alert>
          {failure.message}
        </Callout>
      )}
    </FormDialog>
  )
}
