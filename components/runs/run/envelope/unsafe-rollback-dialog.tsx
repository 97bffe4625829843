'use client'

import { useId, useState } from 'react'
import { useStepTitle } from '#components/canvas/step-titles.tsx'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { Checkbox } from '#components/ui/controls/checkbox.tsx'
import { Textarea } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { isolateText } from '#core/definition/escape-invisible.ts'
import { limits } from '#core/limits.ts'
import type { LeftStep } from '#core/run/envelope/left-to-undo.ts'
import { ReasonField } from '../../reason-field.tsx'
import { envelopeTexts } from '../../texts/envelope.ts'
import { useRunRequest } from '../acting/use-run-request.ts'
import type { ResolvedStep, VerbRequest } from '../acting/use-run-verbs.ts'

interface UnsafeRollbackDialogProps {
  /** The steps whose effects are left. */
  readonly left: readonly LeftStep[]
  onRollBack(request: VerbRequest, resolved: readonly ResolvedStep[]): Promise<unknown>
  onClose(): void
}

/** Notes by step; a step without one is not marked as resolved. */
type Notes = { readonly [step: string]: string }

/**
 * Rolls back what an unsafe run has left: compensations run again, and an operator says of other steps how their effects
 * were undone by hand.
 */
export function UnsafeRollbackDialog({ left, onRollBack, onClose }: UnsafeRollbackDialogProps) {
  const [notes, setNotes] = useState<Notes>({})
  const [reason, setReason] = useState('')
  const [wasTried, setTried] = useState(false)
  const { ask, isPending, failure } = useRunRequest(JSON.stringify([notes, reason]), onClose)
  const resolved = Object.entries(notes).map(([step, note]) => ({ step, note: note.trim() }))
  const problem = problemOf(left, resolved)
  return (
    <FormDialog
      title={envelopeTexts.rollBackTitle}
      description={envelopeTexts.rollBackConsequence}
      verb={envelopeTexts.rollBack}
      canSubmit={!isPending}
      onSubmit={() => {
        setTried(true)
        if (problem === null) ask((operationId) => onRollBack({ operationId, reason }, resolved))
      }}
      onClose={onClose}
    >
      <ul className="grid gap-3">
        {left.map((step) => (
          <LeftRow
            key={step.step}
            left={step}
            note={notes[step.step]}
            isInvalid={wasTried && notes[step.step]?.trim() === ''}
            onNote={(note) => setNotes((before) => withNote(before, step.step, note))}
          />
        ))}
      </ul>
      <ReasonField value={reason} onChange={setReason} />
      {(failure || (wasTried && problem)) && (
        <Callout tone="failed" alert>
          {failure || problem}
        </Callout>
      )}
    </FormDialog>
  )
}

function withNote(notes: Notes, step: string, note: string | null): Notes {
  if (note !== null) return { ...notes, [step]: note }
  const { [step]: _, ...others } = notes
  return others
}

function problemOf(left: readonly LeftStep[], resolved: readonly ResolvedStep[]): string | null {
  if (resolved.some(({ note }) => note === '')) return envelopeTexts.noteMissing
  return resolved.length === 0 && !left.some(({ undoable }) => undoable) ? envelopeTexts.nothingChosen : null
}

interface LeftRowProps {
  readonly left: LeftStep
  readonly note: string | undefined
  readonly isInvalid: boolean
  onNote(note: string | null): void
}

function LeftRow({ left: { step, undoable, childRunId }, note, isInvalid, onNote }: LeftRowProps) {
  const id = useId()
  const title = useStepTitle()(step)
  const byHand = childRunId === undefined ? envelopeTexts.cannotBeUndone : envelopeTexts.childCancelled
  const automatic = undoable ? envelopeTexts.canBeUndone : byHand
  return (
    <li className="grid gap-1.5">
      <p className="wrap-anywhere">
        <b className="font-semibold">{isolateText(title)}</b>{' '}
        <span className="text-muted">{note === undefined ? automatic : envelopeTexts.undoneByHand}</span>
      </p>
      <div className="flex items-center gap-2">
        <Checkbox
          id={id}
          aria-label={envelopeTexts.resolvedStep(title)}
          checked={note !== undefined}
          onCheckedChange={(checked) => onNote(checked === true ? '' : null)}
        />
        <label htmlFor={id}>{envelopeTexts.resolvedByHand}</label>
      </div>
      {note !== undefined && (
        <Textarea
          rows={2}
          aria-label={envelopeTexts.howResolved(title)}
          aria-invalid={isInvalid || undefined}
          placeholder={envelopeTexts.notePlaceholder}
          maxLength={limits.text.reason}
          value={note}
          onChange={(event) => onNote(event.target.value)}
        />
      )}
    </li>
  )
}
