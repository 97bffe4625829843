'use client'

import { StepForward } from 'lucide-react'
import { useState } from 'react'
import { InputEditor } from '#components/runs/start/input-editor.tsx'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button } from '#components/ui/button.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import type { ScopeTypes } from '#core/definition/expression/check/types.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import { type Json, type JsonObject, type JsonSchema, objectOf } from '#core/json.ts'
import { useStepTypes } from '../expression/use-step-types.ts'
import { type FoundStep, findStep } from '../find-step.ts'
import { useSample } from '../sample/use-sample.ts'
import { useSession } from '../session-context.tsx'
import { givenForm } from './given-form.ts'
import { mentioned, situationOf } from './step-values.ts'
import type { TrialState } from './trial-store.ts'
import { useStartTest } from './use-start-test.ts'

/** Asks what a step is to find, filled in from the last run and what is pinned, and runs it alone. */
export function StepDialog({ step: name }: { step: string }) {
  const { trial, selection, view, document } = useSession()
  const { types } = useStepTypes(name, false)
  const sample = useSample(name)
  const { isBusy, errors, start } = useStartTest()
  const [found] = useState(() => {
    const { definition } = document.store.getState()
    const inside = findStep(definition, name)
    return whatItFinds(trial.store.getState(), inside, definition?.input_schema, sample?.scope.item)
  })
  const [form] = useState(() => formFor(types(), document.store.getState().definition?.input_schema, found))
  const [value, setValue] = useState<Json | undefined>(found.given)
  const [isBroken, setBroken] = useState(false)
  const close = () => trial.ask(null)

  function submit() {
    if (isBusy || isBroken) return
    const { state, outputs, input, item } = objectOf(value)
    const given = {
      state: objectOf(state),
      steps: pinsOf(objectOf(outputs), found.steps),
      ...(item === undefined ? {} : { item }),
    }
    start({ mode: 'step', step: name, given }, objectOf(input))
    selection.selectStep(name)
    view.showSection('try')
  }
  useOfferActions([
    { id: 'try.step', label: 'Run the step', group: 'Try it', shortcut: 'mod+enter', scope: 'dialog', perform: submit },
  ])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={`Test ${name} alone`}
      description="It finds what stands here, and really runs, with what it does outside."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button look="primary" icon={<StepForward />} disabled={isBusy || isBroken} onClick={submit}>
            {isBusy ? 'Starting…' : 'Run the step'}
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
        </>
      }
    >
      <div className="pb-3">
        <InputEditor
          label="What it finds"
          schema={form}
          value={value}
          onChange={setValue}
          onBroken={setBroken}
          errors={errors}
          disabled={isBusy}
        />
      </div>
    </Dialog>
  )
}

interface WhatItFinds {
  /** What is asked for. */
  readonly given: JsonObject
  /** Outputs of earlier steps, with what else belongs to them. */
  readonly steps: Pins
}

function whatItFinds(
  { shown, pins, samples }: TrialState,
  found: FoundStep | null,
  schema: JsonObject | undefined,
  element: Json | undefined,
): WhatItFinds {
  const empty = samples[0]?.input ?? objectOf(schema ? initialValue(schema, false) : {})
  const { input, given } =
    shown === null || found === null
      ? { input: empty, given: { state: empty, steps: {} } }
      : situationOf(shown.events, found.step.name)
  const steps = mentioned(found?.step, { ...given.steps, ...pins })
  const isInLoop = found?.within.some(({ type }) => type === 'LOOP') === true
  const item = isInLoop ? { item: element ?? null } : {}
  const outputs = Object.keys(steps).length === 0 ? {} : { outputs: outputsOf(steps) }
  return { steps, given: { ...item, state: given.state ?? {}, ...outputs, input } }
}

function formFor(types: ScopeTypes | null, input: JsonSchema | undefined, { given, steps }: WhatItFinds): JsonSchema {
  const known = types?.steps.kind === 'object' ? types.steps.fields : {}
  const outputs = Object.keys(steps).map((step) => {
    const type = known[step]
    return [step, type?.kind === 'object' ? type.fields.output : undefined] as const
  })
  return givenForm({ state: types?.state, item: types?.item, outputs: Object.fromEntries(outputs), input }, given)
}

const outputsOf = (pins: Pins): JsonObject =>
  Object.fromEntries(Object.entries(pins).map(([step, { output }]) => [step, output]))

/** Outputs as they were edited, with what else belongs to them. */
const pinsOf = (outputs: JsonObject, before: Pins): Pins =>
  Object.fromEntries(Object.entries(outputs).map(([step, output]) => [step, { ...before[step], output }]))
