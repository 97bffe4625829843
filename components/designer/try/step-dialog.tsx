'use client'

import { StepForward } from 'lucide-react'
import { useState } from 'react'
import { useOfferActions } from '#components/shell/action-store.ts'
import { Button } from '#components/ui/button.tsx'
import { Callout } from '#components/ui/callout.tsx'
import { Dialog } from '#components/ui/dialog.tsx'
import { Field } from '#components/ui/field.tsx'
import { Kbd } from '#components/ui/kbd.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import type { Step } from '#core/definition/definition.ts'
import type { Pins } from '#core/definition/test-run/test-plan.ts'
import { isJsonObject, type Json, type JsonObject } from '#core/json.ts'
import { useDocument, useSession } from '../session-context.tsx'
import { mentioned, situationOf } from './step-values.ts'
import type { TrialState } from './trial-store.ts'
import { useStartTest } from './use-start-test.ts'

/** Asks what a step is to find, filled in from the last run and what is pinned, and runs it alone. */
export function StepDialog({ step: name }: { step: string }) {
  const { trial, selection, view } = useSession()
  const step = useDocument((document) => document.graph.nodes.find((node) => node.id === name)?.step)
  const schema = useDocument((document) => document.definition?.input_schema)
  const { isBusy, errors, start } = useStartTest()
  const [found] = useState(() => whatItFinds(trial.store.getState(), step, schema))
  const [input, setInput] = useState<Json | undefined>(found.input)
  const [state, setState] = useState<Json | undefined>(found.state)
  const [outputs, setOutputs] = useState<Json | undefined>(outputsOf(found.steps))
  const [broken, setBroken] = useState<ReadonlySet<string>>(new Set())
  const close = () => trial.ask(null)
  const brokenAt = (field: string) => (isBroken: boolean) =>
    setBroken((before) => {
      const next = new Set(before)
      if (isBroken) next.add(field)
      else next.delete(field)
      return next
    })

  function submit() {
    if (isBusy || broken.size > 0) return
    const given = { state: object(state), steps: pinsOf(object(outputs), found.steps) }
    start({ mode: 'step', step: name, given }, object(input))
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
          <Button look="primary" icon={<StepForward />} disabled={isBusy || broken.size > 0} onClick={submit}>
            {isBusy ? 'Starting…' : 'Run the step'}
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
        </>
      }
    >
      <div className="grid gap-3.5 pb-3">
        {errors.map((error) => (
          <Callout key={`${error.path} ${error.message}`} tone="failed" alert>
            {error.message}
          </Callout>
        ))}
        <Field label="State" note="what the steps before it have left">
          {(control) => (
            <JsonControl
              {...control}
              rows={8}
              value={state}
              onChange={setState}
              onBroken={brokenAt('state')}
              disabled={isBusy}
            />
          )}
        </Field>
        {Object.keys(found.steps).length > 0 && (
          <Field label="Outputs of earlier steps" note="that it mentions, by name">
            {(control) => (
              <JsonControl
                {...control}
                rows={6}
                value={outputs}
                onChange={setOutputs}
                onBroken={brokenAt('steps')}
                disabled={isBusy}
              />
            )}
          </Field>
        )}
        <Field label="Input of the workflow">
          {(control) => (
            <JsonControl
              {...control}
              rows={4}
              value={input}
              onChange={setInput}
              onBroken={brokenAt('input')}
              disabled={isBusy}
            />
          )}
        </Field>
      </div>
    </Dialog>
  )
}

const object = (value: Json | undefined): JsonObject => (isJsonObject(value) ? value : {})

function whatItFinds({ shown, pins, samples }: TrialState, step: Step | undefined, schema: JsonObject | undefined) {
  const empty = samples[0]?.input ?? object(schema ? initialValue(schema, false) : {})
  const { input, given } =
    shown === null || step === undefined
      ? { input: empty, given: { state: empty, steps: {} } }
      : situationOf(shown.events, step.name)
  return { input, state: given.state, steps: mentioned(step, { ...given.steps, ...pins }) }
}

const outputsOf = (pins: Pins): JsonObject =>
  Object.fromEntries(Object.entries(pins).map(([step, { output }]) => [step, output]))

/** Outputs as they were edited, with what else belongs to them. */
const pinsOf = (outputs: JsonObject, before: Pins): Pins =>
  Object.fromEntries(Object.entries(outputs).map(([step, output]) => [step, { ...before[step], output }]))
