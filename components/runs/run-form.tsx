'use client'

import { useMutation } from '@tanstack/react-query'
import { Play } from 'lucide-react'
import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApi } from '#components/api/trpc.ts'
import { useOfferActions } from '#components/shell/actions/action-store.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { initialValue } from '#components/ui/schema-form/schema-field.ts'
import type { Json, JsonObject, JsonSchema } from '#core/json.ts'
import { useOperationId } from './run/acting/use-operation-id.ts'
import { BundleRows, bundleRow } from './start/bundle-rows.tsx'
import { type FanOutChoice, FanOutOptions, fanOutRequest, isSeveral } from './start/fan-out-options.tsx'
import { InputEditor } from './start/input-editor.tsx'
import { startErrors } from './start/start-errors.ts'
import { runsTexts } from './texts/runs.ts'

export interface RunDialogProps {
  open: boolean
  onOpenChange(open: boolean): void
  workflow: string
  /** The version to run; absent for the latest. */
  version?: number | undefined
  inputSchema?: JsonSchema | undefined
  /** Whether the workflow ends at its first failure. */
  failFast?: boolean | undefined
  /** The initial value of the form. */
  sampleInput?: JsonObject | undefined
  /** Called once the run is accepted, usually to go to its page. */
  onStarted(runId: string): void
}

/** Asks for a workflow's input and starts a run with it. */
export function RunDialog(props: RunDialogProps) {
  return props.open ? <OpenRunDialog {...props} /> : null
}

function OpenRunDialog(props: RunDialogProps) {
  const { onOpenChange, workflow, version, inputSchema, failFast = true, sampleInput, onStarted } = props
  const api = useApi()
  const [input, setInput] = useState<Json | undefined>(() => sampleInput ?? startValue(inputSchema))
  const [isManual, setManual] = useState(false)
  const [isJsonBroken, setJsonBroken] = useState(false)
  const [choice, setChoice] = useState<FanOutChoice>(() => ({
    mode: 'workflow',
    variants: 1,
    stopsAtFailure: null,
    rows: [bundleRow(0, workflow)],
  }))
  const several = choice.mode === 'bundle' || isSeveral(choice)
  const isBroken = choice.mode === 'bundle' ? choice.rows.some((row) => row.isBroken) : isJsonBroken
  const request = {
    workflow,
    input: input ?? {},
    drive: isManual && !several ? ('manual' as const) : ('auto' as const),
    ...(version === undefined ? {} : { version }),
    ...fanOutRequest(choice),
  }
  // The operation id is equal for every retry of a request: a lost answer does not start a second run.
  const operationId = useOperationId(JSON.stringify(request))
  const start = useMutation(api.runs.start.mutationOptions({ onSuccess: ({ runId }) => onStarted(runId) }))
  const isBusy = start.isPending || start.isSuccess
  const errors = start.error ? startErrors(apiFailure(start.error)) : []

  function submit() {
    if (isBusy || isBroken) return
    start.mutate({ ...request, operationId })
  }
  useOfferActions([
    {
      id: 'run.start',
      label: runsTexts.run,
      group: runsTexts.run,
      shortcut: 'mod+enter',
      scope: 'dialog',
      perform: submit,
    },
  ])

  return (
    <Dialog
      open
      onOpenChange={onOpenChange}
      title={runsTexts.runWorkflow(workflow)}
      description={version === undefined ? runsTexts.usesLatestPublishedVersion : runsTexts.version(version)}
      footer={
        <>
          <div className="mr-auto flex items-center gap-2">
            <Checkbox
              id="manual-drive"
              checked={isManual && !several}
              disabled={several}
              onCheckedChange={(checked) => setManual(checked === true)}
            />
            <label htmlFor="manual-drive" className="text-muted">
              {runsTexts.stepThroughManually}
            </label>
          </div>
          {/* On a phone both go below, side by side. */}
          <div className="ml-auto flex gap-2">
            <Button onClick={() => onOpenChange(false)}>{runsTexts.cancel}</Button>
            <Button look="primary" icon={<Play />} disabled={isBusy || isBroken} onClick={submit}>
              {start.isPending ? runsTexts.starting : runsTexts.run}
              <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
            </Button>
          </div>
        </>
      }
    >
      <div className="pb-3">
        {choice.mode === 'workflow' ? (
          <InputEditor
            schema={inputSchema}
            value={input}
            onChange={setInput}
            onBroken={setJsonBroken}
            errors={errors}
            disabled={isBusy}
          />
        ) : (
          <>
            {errors.map(({ path, message }) => (
              <Callout key={`${path} ${message}`} tone="failed" alert>
                {message}
              </Callout>
            ))}
            <BundleRows rows={choice.rows} onChange={(rows) => setChoice({ ...choice, rows })} disabled={isBusy} />
          </>
        )}
        <FanOutOptions choice={choice} failFast={failFast} onChange={setChoice} disabled={isBusy} />
      </div>
    </Dialog>
  )
}

const startValue = (schema: JsonSchema | undefined): Json => (schema ? (initialValue(schema, false) ?? {}) : {})
