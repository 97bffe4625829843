'use client'

import { FlaskConical } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useWhole } from '#components/runs/whole/use-whole.ts'
import { WholeEditor } from '#components/runs/whole/whole-editor.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import { type Json, type JsonObject, objectOf } from '#core/json.ts'
import { allStepNames } from '../../algorithms/steps/find-step.ts'
import { useDocument, useSession, useTrial } from '../../model/session-context.tsx'
import type { Asking, SampleInput } from '../../model/trial/trial-store.ts'
import { viewsTrialTexts } from '../../texts/views-trial.ts'
import { SampleMenu } from './sample-menu.tsx'
import { useStartTest } from './use-start-test.ts'

type Draft = Exclude<Asking, { mode: 'step' }>

/** Asks for the input of a test of the draft, or of what leads to one of its steps. */
export function TestDialog({ asking }: { asking: Draft }) {
  const { name, trial } = useSession()
  const schema = useDocument((document) => document.definition?.input_schema)
  const pins = useTrial((state) => state.pins)
  const definition = useDocument((document) => document.definition)
  const { isBusy, errors, start } = useStartTest()
  const [{ shown, samples }] = useState(trial.store.getState)
  const whole = useWhole(shown?.runId ?? null, shown?.input)
  const first = useMemo(
    () => firstInput(whole.value, shown?.plan?.mode === 'step', samples, schema),
    [whole.value, shown, samples, schema],
  )
  const [edited, setEdited] = useState<{ readonly input: Json | undefined } | null>(null)
  const input = edited === null ? first : edited.input
  const [isBroken, setBroken] = useState(false)
  const isApart = whole.apartIn(input).length > 0
  const isUnfit = isBroken || whole.isReading || isApart
  // Another input takes the place of what is in the form, whatever its controls remember.
  const [serial, setSerial] = useState(0)
  const pinned = [...allStepNames(definition)].filter((step) => Object.hasOwn(pins, step))
  const close = () => trial.ask(null)

  function submit() {
    if (isBusy || isUnfit) return
    start(
      { ...asking, pins: Object.fromEntries(pinned.map((step) => [step, pins[step] ?? { output: null }])) },
      objectOf(input),
    )
  }
  useOfferActions([
    {
      id: 'try.start',
      label: viewsTrialTexts.startTest,
      group: viewsTrialTexts.tryIt,
      shortcut: 'mod+enter',
      scope: 'dialog',
      perform: submit,
    },
  ])

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      title={asking.mode === 'whole' ? viewsTrialTexts.test(name) : viewsTrialTexts.testUpTo(asking.step)}
      description={viewsTrialTexts.testsCurrentDraftStepsRun}
      footer={
        <>
          <SampleMenu
            input={objectOf(input)}
            last={shown?.plan?.mode === 'step' ? undefined : whole.value}
            mayKeep={!isApart}
            disabled={isBusy || isBroken || whole.isReading}
            onChoose={(chosen) => {
              setEdited({ input: chosen })
              setBroken(false)
              setSerial(serial + 1)
            }}
          />
          <Button onClick={close}>{viewsTrialTexts.cancel}</Button>
          <Button look="primary" icon={<FlaskConical />} disabled={isBusy || isUnfit} onClick={submit}>
            {isBusy ? viewsTrialTexts.starting : viewsTrialTexts.startTest}
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-3">
        {pinned.length > 0 && (
          <p className="rounded-m bg-accent-soft px-3 py-2 text-small">
            {pinned.length === 1 ? viewsTrialTexts.oneStepIs : viewsTrialTexts.stepsAre(pinned.length)} pinned and will
            not run: <b>{pinned.join(', ')}</b>. The pinned output is used instead.
          </p>
        )}
        <WholeEditor
          values={whole}
          key={serial}
          schema={schema}
          value={input}
          onChange={(next) => setEdited({ input: next })}
          onBroken={setBroken}
          errors={errors}
          disabled={isBusy}
        />
      </div>
    </Dialog>
  )
}

/** The first input of the form: the last tried one, else the first sample, else the form's defaults. */
function firstInput(
  last: JsonObject | undefined,
  isOfStep: boolean,
  samples: readonly SampleInput[],
  schema: JsonObject | undefined,
): Json {
  // One step alone may have been run without any.
  if (last !== undefined && !(isOfStep && Object.keys(last).length === 0)) return last
  return samples[0]?.input ?? (schema ? (initialValue(schema, false) ?? {}) : {})
}
