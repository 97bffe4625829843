'use client'

import { useState } from 'react'
import { RunValues } from '#components/runs/run-values.tsx'
import { stepLooks } from '#components/runs/step-looks.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import { Field } from '#components/ui/controls/field.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { JsonView } from '#components/ui/json/json-view.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { JsonControl } from '#components/ui/schema-form/json-control.tsx'
import { CodeBlock } from '#components/ui/text/code-block.tsx'
import { formatDuration } from '#components/ui/text/format-time.ts'
import { Instant } from '#components/ui/text/time.tsx'
import type { Json } from '#core/json.ts'
import { useDesignerAction } from '../../commands/actions/use-designer-actions.ts'
import { useSession, useTrial } from '../../model/session-context.tsx'
import type { StepValue } from '../../model/trial/step-values.ts'
import { viewsTrialTexts } from '../../texts/views-trial.ts'
import { PinButton } from './pin-button.tsx'

/** The tab that tries one step: its last output, its pinned output, and running it. */
export function StepTry({ step }: { step: string }) {
  const value = useTrial(({ values }) => (Object.hasOwn(values, step) ? values[step] : undefined))
  return (
    <div className="grid content-start gap-4 p-3.5">
      <div className="flex flex-wrap gap-2">
        <ActionButton id="designer.tryStep">{viewsTrialTexts.testThisStep}</ActionButton>
        <ActionButton id="designer.tryUpTo">{viewsTrialTexts.testUpToHere}</ActionButton>
      </div>
      <PinnedPart step={step} value={value} />
      {value === undefined ? <NoValue /> : <LastValue step={step} value={value} />}
    </div>
  )
}

function NoValue() {
  const isShown = useTrial(({ runId }) => runId !== null)
  if (isShown) return <p className="text-muted">{viewsTrialTexts.runShownHasNotReached}</p>
  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="text-muted">{viewsTrialTexts.noRunValuesShown}</p>
      <ActionButton id="designer.values">{viewsTrialTexts.showLastRun}</ActionButton>
    </div>
  )
}

function ActionButton({ id, children }: { id: string; children: string }) {
  const { icon: Icon, label, shortcut, enabled, perform } = useDesignerAction(id)
  return (
    <Button icon={Icon && <Icon />} aria-label={label} title={label} disabled={enabled === false} onClick={perform}>
      {children} {shortcut && <Kbd keys={shortcut} className="ml-0.5" />}
    </Button>
  )
}

function LastValue({ step, value }: { step: string; value: StepValue }) {
  const stale = useTrial((state) => state.stale.get(step))
  const { tone, word } = stepLooks[value.displayStatus]
  return (
    <section aria-label={viewsTrialTexts.lastRun} className="grid gap-3 border-t pt-3.5">
      <div className="flex flex-wrap items-center gap-2">
        <Chip tone={tone ?? 'idle'} icon>
          {word}
        </Chip>
        <span className="text-small text-muted">
          {value.pinned ? viewsTrialTexts.pinned : value.tookMs !== null && `${formatDuration(value.tookMs)} · `}
          <Instant at={value.startedAt} />
        </span>
      </div>
      {stale && (
        <p className="rounded-m bg-human-soft px-2.5 py-1.5 text-small text-human">
          {stale === 'changed' ? viewsTrialTexts.stepChangedSinceThisRun : viewsTrialTexts.earlierStepChangedSinceThis}
        </p>
      )}
      {value.error && (
        <Callout tone="failed">
          <b className="font-mono text-small">{value.error.code}</b>{' '}
          <span className="wrap-anywhere">{value.error.message}</span>
        </Callout>
      )}
      {value.error?.stack && <CodeBlock label={viewsTrialTexts.stack} text={value.error.stack} wrap />}
      <Part label={viewsTrialTexts.output} runId={value.runId} value={value.output} />
      <Part label={viewsTrialTexts.input} runId={value.runId} value={value.input} />
      {value.notes.length > 0 && (
        <div className="grid gap-1.5">
          <h3 className="text-label text-muted">{viewsTrialTexts.log}</h3>
          <CodeBlock label={viewsTrialTexts.log} text={value.notes.join('\n')} wrap />
        </div>
      )}
    </section>
  )
}

function Part({ label, runId, value }: { label: string; runId: string; value: Json | undefined }) {
  if (value === undefined) return null
  return (
    <div className="grid gap-1.5">
      <h3 className="text-label text-muted">{label}</h3>
      <RunValues runId={runId}>
        <JsonView label={label} value={value} />
      </RunValues>
    </div>
  )
}

/** The pinned output, which the user may edit, or the buttons that pin one. */
function PinnedPart({ step, value }: { step: string; value: StepValue | undefined }) {
  const { trial } = useSession()
  const pinned = useTrial(({ pins }) => (Object.hasOwn(pins, step) ? pins[step] : undefined))
  const [isBroken, setBroken] = useState(false)
  const [edited, setEdited] = useState<{ readonly output: Json } | null>(null)
  if (pinned === undefined) return <PinButton key={step} step={step} value={value} />
  const keep = () => {
    if (edited === null || isBroken) return
    trial.pin(step, { ...pinned, output: edited.output })
    setEdited(null)
  }
  return (
    <section
      aria-label={viewsTrialTexts.pinnedOutput}
      className="grid gap-2 rounded-m border border-line-strong bg-accent-soft p-2.5"
    >
      <Field label={viewsTrialTexts.pinnedOutput} note={viewsTrialTexts.testsUseItInsteadOfRunning}>
        {(control) => (
          <JsonControl
            {...control}
            key={edited === null ? JSON.stringify(pinned.output) : 'edited'}
            rows={6}
            value={pinned.output}
            onChange={(output) => setEdited({ output: output ?? null })}
            onBroken={setBroken}
            disabled={false}
          />
        )}
      </Field>
      <div className="flex gap-2">
        <Button disabled={edited === null || isBroken} onClick={keep}>
          {viewsTrialTexts.saveChange}
        </Button>
        <Button look="ghost" onClick={() => trial.pin(step, null)}>
          {viewsTrialTexts.unpin}
        </Button>
      </div>
    </section>
  )
}
