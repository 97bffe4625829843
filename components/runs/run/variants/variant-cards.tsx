'use client'

import { useQueryClient } from '@tanstack/react-query'
import { RefreshCw } from 'lucide-react'
import Link from 'next/link'
import { useEffect, useEffectEvent, useMemo, useState } from 'react'
import type { RunDetail } from '#components/api/models.ts'
import { useApi } from '#components/api/trpc.ts'
import { useWorkflowTitle } from '#components/api/use-workflow-title.ts'
import { TextDiff } from '#components/diff/text-diff.tsx'
import { runPath } from '#components/shell/paths.ts'
import { Button } from '#components/ui/controls/button.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Chip } from '#components/ui/controls/chip.tsx'
import type { Tone } from '#components/ui/layout/tone.ts'
import { useNarrow } from '#components/ui/layout/use-narrow.ts'
import { Dialog } from '#components/ui/overlay/dialog.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { isJsonObject, type Json } from '#core/json.ts'
import type { RunEvent } from '#core/run/event.ts'
import type { RunState } from '#core/run/state.ts'
import { variantTexts } from '../../texts/variants.ts'
import { RegenerateDialog } from './regenerate-dialog.tsx'
import { type Variant, variantsOf } from './variants-of.ts'

export interface VariantCardsProps {
  runId: string
  outputs: RunDetail['outputs']
  state: RunState
  events: readonly RunEvent[]
}

const tones: Record<Variant['status'], Tone> = {
  pending: 'idle',
  running: 'active',
  waiting: 'human',
  paused: 'idle',
  completed: 'done',
  failed: 'failed',
  cancelled: 'idle',
}

/** The variants of a run as a row of cards, two of which can be compared. Nothing for a run without variants. */
export function VariantCards({ runId, outputs, state, events }: VariantCardsProps) {
  const variants = useMemo(() => variantsOf(state, events, outputs), [state, events, outputs])
  useOutputs(runId, variants.length > 0 && state.outcome !== null && outputs.length === 0)
  const [chosen, setChosen] = useState<readonly number[]>([])
  const [isComparing, setComparing] = useState(false)
  const [regenerating, setRegenerating] = useState<Variant | null>(null)
  if (variants.length === 0) return null
  const canCompare = variants.filter(({ status }) => status === 'completed').length > 1
  const [one, other] = chosen.toSorted((a, b) => a - b).map((index) => variants[index])
  return (
    <section aria-label={variantTexts.variants} className="grid shrink-0 gap-1.5 border-b bg-sunken px-4 py-2.5">
      <ul className="flex gap-2.5 overflow-x-auto pb-1">
        {variants.map((variant) => (
          <VariantCard
            key={variant.index}
            variant={variant}
            isNamed={state.header.fan_out?.kind === 'bundle'}
            canCompare={canCompare}
            isChosen={chosen.includes(variant.index)}
            onChoose={(isChosen) => setChosen((before) => withChoice(before, variant.index, isChosen))}
            onRegenerate={() => setRegenerating(variant)}
          />
        ))}
      </ul>
      {canCompare && (
        <div className="flex items-center gap-3">
          <Button size="small" disabled={other === undefined} onClick={() => setComparing(true)}>
            {variantTexts.compareChosen}
          </Button>
          {other === undefined && <span className="text-small text-muted">{variantTexts.chooseTwo}</span>}
        </div>
      )}
      {isComparing && one && other && <Comparison one={one} other={other} onClose={() => setComparing(false)} />}
      {regenerating && <RegenerateDialog runId={runId} variant={regenerating} onClose={() => setRegenerating(null)} />}
    </section>
  )
}

/** Reads the run again that has ended while its page was open: its outputs are known now. */
function useOutputs(runId: string, areMissing: boolean) {
  const queryClient = useQueryClient()
  const { queryKey } = useApi().runs.get.queryFilter({ runId })
  const readAgain = useEffectEvent(() => queryClient.invalidateQueries({ queryKey }))
  useEffect(() => {
    if (areMissing) readAgain()
  }, [areMissing])
}

/** At most two are chosen: a third choice takes the place of the earlier one. */
const withChoice = (before: readonly number[], index: number, isChosen: boolean) =>
  isChosen ? [...before, index].slice(-2) : before.filter((each) => each !== index)

interface VariantCardProps {
  variant: Variant
  /** The variants run several workflows. */
  isNamed: boolean
  /** There are outputs to compare. */
  canCompare: boolean
  isChosen: boolean
  onChoose(isChosen: boolean): void
  onRegenerate(): void
}

function VariantCard({ variant, isNamed, canCompare, isChosen, onChoose, onRegenerate }: VariantCardProps) {
  const { index, workflow, runId, status, error, input } = variant
  const titleOf = useWorkflowTitle()
  const name = isNamed ? `${index + 1}. ${isolateText(titleOf(workflow))}` : variantTexts.variant(index)
  const hasEnded = status === 'completed' || status === 'failed' || status === 'cancelled'
  return (
    <li className="grid w-60 shrink-0 content-start gap-1.5 rounded-m border bg-surface p-2.5">
      <div className="flex min-w-0 items-center gap-2">
        {runId === null ? (
          <span className="min-w-0 flex-1 truncate text-body">{name}</span>
        ) : (
          <Link
            href={runPath(runId)}
            aria-label={variantTexts.openRun(index)}
            className="min-w-0 flex-1 truncate text-accent hover:underline"
          >
            {name}
          </Link>
        )}
        <Chip tone={tones[status]} icon>
          {variantTexts.statuses[status]}
        </Chip>
      </div>
      <p className="line-clamp-3 min-h-12 text-small wrap-anywhere text-muted">
        {error === null ? firstWords(variant, hasEnded) : isolateText(error)}
      </p>
      <div className="flex items-center justify-between gap-2">
        {canCompare && status === 'completed' && (
          <span className="flex items-center gap-1.5">
            <Checkbox
              id={`compare-${index}`}
              checked={isChosen}
              aria-label={variantTexts.compare(index)}
              onCheckedChange={(checked) => onChoose(checked === true)}
            />
            <label htmlFor={`compare-${index}`} className="text-small text-muted" aria-hidden="true">
              {variantTexts.compareChosen}
            </label>
          </span>
        )}
        <Button
          size="small"
          icon={<RefreshCw />}
          className="ml-auto"
          disabled={!hasEnded || input === null}
          title={input === null ? variantTexts.inputElsewhere : undefined}
          aria-label={variantTexts.regenerateVariant(index)}
          onClick={onRegenerate}
        >
          {variantTexts.regenerate}
        </Button>
      </div>
    </li>
  )
}

/** The beginning of an output: its first text that is no part of the input, or the value itself. */
function firstWords({ output, input }: Variant, hasEnded: boolean): string {
  if (output === undefined) return hasEnded ? variantTexts.noOutput : variantTexts.notYet
  const given = new Set<Json>(Object.values(input ?? {}))
  const parts = isJsonObject(output) ? Object.values(output).filter((part) => !given.has(part)) : [output]
  const text = parts.find((part) => typeof part === 'string' && part !== '')
  return isolateText(typeof text === 'string' ? text : JSON.stringify(output)).slice(0, 300)
}

function Comparison({ one, other, onClose }: { one: Variant; other: Variant; onClose(): void }) {
  const isNarrow = useNarrow()
  return (
    <Dialog
      open
      width="wide"
      onOpenChange={(open) => !open && onClose()}
      title={variantTexts.comparison(one.index, other.index)}
    >
      {textOf(one) === textOf(other) ? <p className="pb-1 text-muted">{variantTexts.equal}</p> : null}
      <TextDiff
        before={textOf(one)}
        after={textOf(other)}
        labels={[variantTexts.outputOf(one.index), variantTexts.outputOf(other.index)]}
        view={isNarrow ? 'unified' : 'split'}
        className="max-h-[60vh] pb-3"
      />
    </Dialog>
  )
}

const textOf = ({ output }: Variant) => JSON.stringify(output ?? null, null, 2)
