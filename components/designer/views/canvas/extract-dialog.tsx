'use client'

import { useState } from 'react'
import { apiFailure } from '#components/api/api-failure.ts'
import { useApiClient } from '#components/api/trpc.ts'
import { FormDialog } from '#components/shell/dialog/form-dialog.tsx'
import { workflowPath } from '#components/shell/paths.ts'
import { Field } from '#components/ui/controls/field.tsx'
import { Input } from '#components/ui/controls/input.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { showToast } from '#components/ui/overlay/toast-store.ts'
import { workflowIdFor } from '#core/definition/id-of-title.ts'
import { workflowTitleBeside } from '#core/definition/title.ts'
import { applyEdit } from '#core/graph/apply-edit.ts'
import { subWorkflowText } from '#core/graph/extract/sub-workflow-text.ts'
import type { Session } from '../../model/session.ts'
import { useSession, useView } from '../../model/session-context.tsx'
import { viewsCanvasTexts } from '../../texts/views-canvas.ts'

/** Moves the selected steps into a new workflow, and first shows what prevents the move. */
export function ExtractDialog() {
  const session = useSession()
  const open = useView((view) => view.dialog === 'extract')
  if (!open) return null
  return <OpenDialog session={session} />
}

function OpenDialog({ session }: { session: Session }) {
  const client = useApiClient()
  const [steps] = useState(() => [...session.selection.store.getState().steps])
  const [name, setName] = useState(`${session.name}.Part`)
  const [error, setError] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const refusal = refusalOf(session, steps)
  const id = workflowIdFor(name)
  const extract = async () => {
    const sub = subWorkflowText(session.document.store.getState().text, steps, id)
    if (!sub.ok) return setError(sub.message)
    setBusy(true)
    try {
      await client.workflows.create.mutate({ name: id, text: titled(sub.text, id, name) })
    } catch (failure) {
      setError(apiFailure(failure).message)
      return setBusy(false)
    }
    session.view.closeDialog()
    const label = viewsCanvasTexts.movingStepsInto(steps.length, id)
    if (!session.perform({ type: 'extract_steps', steps, workflow: id }, { label })) return
    showToast({
      tone: 'done',
      title: viewsCanvasTexts.createdWorkflow(name),
      detail: viewsCanvasTexts.publishItBeforeYouRun,
      action: { label: viewsCanvasTexts.open, perform: () => window.open(workflowPath(id), '_blank') },
    })
  }
  const valid = name.trim() !== ''
  return (
    <FormDialog
      title={viewsCanvasTexts.extractToSubWorkflow}
      description={stepWords(steps)}
      verb={viewsCanvasTexts.extract}
      canSubmit={refusal === null && valid && !busy}
      onSubmit={() => void extract()}
      onClose={session.view.closeDialog}
    >
      {refusal !== null && <Callout tone="failed">{refusal}</Callout>}
      <Field
        label={viewsCanvasTexts.nameOfNewWorkflow}
        hint={viewsCanvasTexts.itReceivesThisWorkflowsState}
        error={error ?? (valid ? undefined : viewsCanvasTexts.lettersDigitsAndStarting)}
      >
        {(control) => (
          <Input
            {...control}
            autoFocus
            value={name}
            spellCheck={false}
            onChange={(event) => {
              setName(event.target.value)
              setError(null)
            }}
          />
        )}
      </Field>
    </FormDialog>
  )
}

/** The text of the new workflow with the typed title, where the id does not say the same. */
function titled(text: string, id: string, typed: string): string {
  const value = workflowTitleBeside(id, typed)
  if (value === undefined) return text
  const edited = applyEdit(text, { type: 'set_workflow_field', path: ['title'], value })
  return edited.ok ? edited.text : text
}

/** Why these steps cannot be moved; null when they can. */
function refusalOf(session: Session, steps: readonly string[]): string | null {
  const { text, parsed } = session.document.store.getState()
  const tried = applyEdit(text, { type: 'extract_steps', steps, workflow: 'Part' }, parsed)
  return tried.ok ? null : tried.message
}

function stepWords(steps: readonly string[]): string {
  return steps.length > 4 ? viewsCanvasTexts.andMore(steps.slice(0, 3).join(', '), steps.length - 3) : steps.join(', ')
}
