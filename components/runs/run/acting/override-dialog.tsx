'use client'

import { useEffect, useMemo, useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { FormDialog } from '#components/shell/form-dialog.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Field } from '#components/ui/field.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { Select } from '#components/ui/select.tsx'
import { END } from '#core/definition/definition.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import type { Asker } from '#core/run/command.ts'
import type { PreviewStep } from '#core/run/preview/preview-step.ts'
import { overrideSentence } from '#core/run/preview/preview-words.ts'
import type { RunState } from '#core/run/state.ts'
import { ReasonField } from '../../reason-field.tsx'
import { InputEditor } from '../../start/input-editor.tsx'
import {
  type OverrideVerb,
  offeredTarget,
  outputErrors,
  outputSchema,
  overrideWords,
  targetsOf,
} from './override-choice.ts'
import { PreviewList } from './preview-list.tsx'
import { useOperationId } from './use-operation-id.ts'
import { useOverride } from './use-override.ts'
import { useOverridePreview } from './use-override-preview.ts'

export interface OverrideDialogProps {
  runId: string
  verb: OverrideVerb
  /** At least one. */
  steps: readonly string[]
  /** The one that is offered first, if it is one of them. */
  first: string | null
  executable: ExecutableDefinition
  /** The run as it stands now. */
  state: RunState
  /** What follows, and whether it may be done, is told of what they ask. */
  asker: Asker
  /** What it would do to each step, for the graph beside it; null when it is closed. */
  onPreview(steps: readonly PreviewStep[] | null): void
  onClose(): void
}

/** Overrules one step of a run: asks for which, for what is put in its place, and why; says first what follows from that. */
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
    const asked = { runId, operationId, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    if (verb === 'skip') skip.mutate({ ...asked, step })
    else if (verb === 'mark_done') markDone.mutate({ ...asked, step, output: output ?? null })
    else jump.mutate({ ...asked, fromStep: step, toStep: target })
  }

  return (
    <FormDialog
      place="side"
      title={words.title}
      description={words.does}
      verb={words.verb}
      leave="Keep it as it is"
      // An output that does not fit is sent all the same: the answer says at which field.
      canSubmit={!mutation.isPending && !(verb === 'mark_done' && isBroken) && (preview.ok || isUnfinished)}
      onSubmit={submit}
      onClose={onClose}
    >
      <Field label={verb === 'jump' ? 'From' : 'Step'}>
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
        <Field label="To">
          {(control) => (
            <Select
              {...control}
              value={target}
              onValueChange={setTarget}
              options={targets.map((name) => ({ value: name, label: name === END ? 'The end' : name }))}
            />
          )}
        </Field>
      )}
      {verb === 'mark_done' && (
        <InputEditor
          key={step}
          label="Output"
          schema={schema}
          value={output}
          onChange={(value) => setOutputs({ ...outputs, [step]: value })}
          onBroken={setBroken}
          errors={atOutput}
          disabled={mutation.isPending}
        />
      )}
      {preview.ok && <PreviewList sentence={overrideSentence(preview)} steps={preview.steps} />}
      {isUnfinished && <p className="text-small text-muted">What follows is shown as soon as the output fits.</p>}
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
