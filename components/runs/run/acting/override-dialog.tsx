'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { Select } from '#components/ui/select.tsx'
import { showToast } from '#components/ui/toast-store.ts'
import type { ExecutableDefinition } from '#core/definition/executable.ts'
import type { Json } from '#core/json.ts'
import { ReasonField } from '../../reason-field.tsx'
import { InputEditor } from '../../start/input-editor.tsx'
import { outputErrors, outputSchema, targetsOf } from './override-choice.ts'
import { useOperationId } from './use-operation-id.ts'

export type OverrideVerb = 'skip' | 'mark_done' | 'jump'

const words = {
  skip: {
    title: 'Skip a step',
    does: 'What it waits for is given up, and the run goes on behind it.',
    verb: 'Skip it',
    done: 'Skipped',
  },
  mark_done: {
    title: 'Mark a step done',
    does: 'The run goes on as if the step had given this output.',
    verb: 'Mark it done',
    done: 'Marked done',
  },
  jump: {
    title: 'Go on at another step',
    does: 'Steps before it run again from there on; steps that lie between are passed over.',
    verb: 'Go there',
    done: 'Led elsewhere',
  },
} as const

export interface OverrideDialogProps {
  runId: string
  verb: OverrideVerb
  /** At least one. */
  steps: readonly string[]
  executable: ExecutableDefinition
  onClose(): void
}

/** Overrules one step of a run: asks for which, for what is put in its place, and why. */
export function OverrideDialog({ runId, verb, steps, executable, onClose }: OverrideDialogProps) {
  const [step, setStep] = useState(steps[0] ?? '')
  const schema = outputSchema(executable, step)
  const [outputs, setOutputs] = useState<{ readonly [step: string]: Json | undefined }>({})
  const output = step in outputs ? outputs[step] : schema ? (initialValue(schema, false) ?? {}) : {}
  const [isBroken, setBroken] = useState(false)
  const targets = targetsOf(executable, step)
  const [chosen, setTarget] = useState('')
  const target = targets.includes(chosen) ? chosen : (targets[0] ?? '')
  const [reason, setReason] = useState('')
  const operationId = useOperationId(JSON.stringify([step, output, target, reason]))
  const { skip, markDone, jump } = useOverride(runId, words[verb].done, onClose)
  const mutation = { skip, mark_done: markDone, jump }[verb]
  const failure = mutation.error && apiFailure(mutation.error)
  const atOutput = failure && verb === 'mark_done' && failure.code === 'INVALID_INPUT' ? outputErrors(failure) : []

  function submit() {
    const asked = { runId, operationId, ...(reason.trim() !== '' && { reason: reason.trim() }) }
    if (verb === 'skip') skip.mutate({ ...asked, step })
    else if (verb === 'mark_done') markDone.mutate({ ...asked, step, output: output ?? null })
    else jump.mutate({ ...asked, fromStep: step, toStep: target })
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={words[verb].title}
      description={words[verb].does}
      footer={
        <>
          <Button onClick={onClose}>Keep it as it is</Button>
          <Button look="primary" disabled={mutation.isPending || (verb === 'mark_done' && isBroken)} onClick={submit}>
            {words[verb].verb}
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-2">
        <Field label={verb === 'jump' ? 'From' : 'Step'}>
          {(control) => (
            <Select
              {...control}
              value={step}
              onValueChange={setStep}
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
                options={targets.map((name) => ({ value: name, label: name === 'END' ? 'The end' : name }))}
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
        <ReasonField value={reason} onChange={setReason} />
        {failure && atOutput.length === 0 && (
          <Callout tone="failed" alert>
            {failure.message}
          </Callout>
        )}
      </div>
    </Dialog>
  )
}

function useOverride(runId: string, done: string, onDone: () => void) {
  const api = useApi()
  const queryClient = useQueryClient()
  const told = {
    onSuccess: ({ outcome }: { outcome: 'done' | 'accepted' }) => {
      showToast(outcome === 'done' ? { tone: 'done', title: done } : { tone: 'async', title: 'Accepted' })
      onDone()
    },
    onSettled: () => queryClient.invalidateQueries(api.runs.tree.queryFilter({ runId })),
  }
  return {
    skip: useMutation(api.runs.skip.mutationOptions(told)),
    markDone: useMutation(api.runs.markDone.mutationOptions(told)),
    jump: useMutation(api.runs.jump.mutationOptions(told)),
  }
}
