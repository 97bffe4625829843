'use client'

import { StepForward } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useValues } from '#components/runs/whole/use-values.ts'
import { WholeEditor } from '#components/runs/whole/whole-editor.tsx'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { type Json, objectOf } from '#core/json.ts'
import { limits } from '#core/limits.ts'
import { findStep } from '../../algorithms/steps/find-step.ts'
import { useSession } from '../../model/session-context.tsx'
import { type BeforeTrying, formFor, pinsOf, whatItFinds } from '../../model/trial/values-before-step.ts'
import { viewsTrialTexts } from '../../texts/views-trial.ts'
import { useSample } from '../expression/use-sample.ts'
import { useStepTypes } from '../expression/use-step-types.ts'
import { useStartTest } from './use-start-test.ts'

/** The dialog that runs one step alone. It asks for the values that the step reads, prefilled from the last run and the pins. */
export function StepDialog({ step: name }: { step: string }) {
  const { trial, selection, view, document } = useSession()
  const { types } = useStepTypes(name, false)
  const sample = useSample(name)
  const { isBusy, errors, start } = useStartTest()
  const [before] = useState((): BeforeTrying => {
    const { definition } = document.store.getState()
    const found = findStep(definition, name)
    return { trial: trial.store.getState(), found, schema: definition?.input_schema, element: sample?.scope.item }
  })
  const [known] = useState(types)
  const large = useMemo(() => whatItFinds(before).madeOf, [before])
  const values = useValues(before.trial.shown?.runId ?? null, large, { most: limits.live.callBytes })
  const found = useMemo(() => whatItFinds(before, values.values), [before, values.values])
  const form = useMemo(() => formFor(known, before.schema, found.given), [known, before, found])
  const [edited, setEdited] = useState<{ readonly value: Json | undefined } | null>(null)
  const value = edited === null ? found.given : edited.value
  const [isBroken, setBroken] = useState(false)
  const isUnfit = isBroken || values.isReading || values.apartIn(value).length > 0
  const close = () => trial.ask(null)

  function submit() {
    if (isBusy || isUnfit) return
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
    {
      id: 'try.step',
      label: viewsTrialTexts.runStep,
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
      title={viewsTrialTexts.test(name)}
      description={viewsTrialTexts.runsForRealWithValues}
      footer={
        <>
          <Button onClick={close}>{viewsTrialTexts.cancel}</Button>
          <Button look="primary" icon={<StepForward />} disabled={isBusy || isUnfit} onClick={submit}>
            {isBusy ? viewsTrialTexts.starting : viewsTrialTexts.runStep}
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
        </>
      }
    >
      <div className="grid gap-3 pb-3">
        <WholeEditor
          values={values}
          label={viewsTrialTexts.valuesForStep}
          schema={form}
          value={value}
          onChange={(next) => setEdited({ value: next })}
          onBroken={setBroken}
          errors={errors}
          disabled={isBusy}
        />
      </div>
    </Dialog>
  )
}
