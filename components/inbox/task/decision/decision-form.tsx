'use client'

import { type ReactNode, useMemo, useRef, useState } from 'react'
import type { HumanTaskDetail } from '#components/api/models.ts'
import { ReasonField } from '#components/runs/reason-field.tsx'
import { Button } from '#components/ui/controls/button.tsx'
import { Kbd } from '#components/ui/controls/kbd.tsx'
import { Callout } from '#components/ui/layout/callout.tsx'
import { decisionOf, verbOf } from '#components/ui/schema-form/decision.ts'
import { initialValue, schemaField } from '#components/ui/schema-form/schema-field.ts'
import { SchemaForm } from '#components/ui/schema-form/schema-form.tsx'
import { useBrokenFields } from '#components/ui/schema-form/use-broken-fields.ts'
import { isJsonObject, type Json, type JsonSchema } from '#core/json.ts'
import { taskTexts } from '../../texts/task.ts'
import { storeAnswerDraft, useAnswerDraft } from './answer-drafts.ts'
import { LateNotice } from './late-notice.tsx'
import { type Late, useDecide } from './use-decide.ts'
import { useDecisionKeys } from './use-decision-keys.ts'
import { useReplayedKeys, useTypeAhead } from './use-type-ahead.ts'

export interface DecisionFormProps {
  task: HumanTaskDetail
  onDecided(): void
  /** Another task follows this one in the list. */
  hasNext?: boolean
  /**
   * The form is in a dialog of a run's page. Its keys work there, and it asks for a reason, as every action on a run
   * does, unless the form of the task has one.
   */
  inDialog?: boolean
  children?: ReactNode
}

/** The form of a human task and its one button. Each answer has its key; Enter on it, or ⌘↵ anywhere, sends. */
export function DecisionForm({ task, onDecided, hasNext = false, inDialog = false, children }: DecisionFormProps) {
  const schema = task.form
  const form = useRef<HTMLFormElement>(null)
  const decision = useMemo(() => (schema ? decisionOf(schema) : null), [schema])
  const initial = useMemo<Json>(() => (schema ? (initialValue(schema, true) ?? {}) : {}), [schema])
  const typed = useAnswerDraft(task.taskId)
  const value = typed ?? initial
  const setValue = (next: Json | undefined) => storeAnswerDraft(task.taskId, next)
  const { errorsOf, late: answered, forgetLate, isBusy, send } = useDecide(task, onDecided)
  const { onBroken, refused, maySend } = useBrokenFields()
  const errors = [...refused, ...errorsOf(value)]
  const late = answered ?? lateOf(task)
  const leave = () => {
    storeAnswerDraft(task.taskId, undefined)
    onDecided()
  }
  const [reason, setReason] = useState('')
  const sendIt = () => {
    if (maySend()) send(value, reason.trim())
  }
  const isOver = late?.kind === 'decided'
  const answer = decision && isJsonObject(value) ? value[decision.name] : undefined
  const asksReason = useMemo(() => inDialog && !(schema !== null && hasReasonField(schema)), [inDialog, schema])
  const hasText = useMemo(() => schema !== null && hasTextField(schema), [schema])
  useDecisionKeys({
    taskId: task.taskId,
    decision,
    form,
    inDialog,
    enabled: !isOver && !isBusy,
    hasText,
    initial,
    send: sendIt,
  })
  useTypeAhead(isBusy && hasNext)
  useReplayedKeys({ taskId: task.taskId, decision, form, initial, isOver, setValue, send })

  return (
    <form
      ref={form}
      className="grid gap-4"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isOver) sendIt()
      }}
    >
      {late && (
        <LateNotice
          late={late}
          typed={typed}
          wasSent={answered !== null}
          onLeave={hasNext ? leave : undefined}
          onReload={forgetLate}
        />
      )}
      {schema ? (
        <SchemaForm
          schema={schema}
          value={value}
          onChange={setValue}
          onBroken={onBroken}
          errors={errors}
          decisions
          disabled={isBusy || isOver}
        />
      ) : (
        errors.map((error) => (
          <Callout key={error.message} tone="failed" alert>
            {error.message}
          </Callout>
        ))
      )}
      {asksReason && !isOver && <ReasonField value={reason} onChange={setReason} />}
      {!isOver && (
        <div className="flex flex-wrap items-center gap-2">
          <Button type="submit" look="primary" size="large" disabled={isBusy}>
            {isBusy ? taskTexts.sending : `${verbOf(decision, answer)}${hasNext ? taskTexts.andNext : ''}`}
            <Kbd keys="mod+enter" className="border-current bg-transparent text-current" />
          </Button>
          {children}
        </div>
      )}
    </form>
  )
}

/** Whether the form asks for a reason itself: a second field of that name would be unclear. */
function hasReasonField(schema: JsonSchema): boolean {
  const field = schemaField(schema)
  return field.kind === 'object' && field.properties.some(({ name }) => name === 'reason')
}

function hasTextField(schema: JsonSchema): boolean {
  const field = schemaField(schema)
  if (field.kind !== 'object') return field.kind === 'text'
  return field.properties.some((property) => schemaField(property.schema).kind === 'text')
}

/** The task was decided by another person while the form was open: the form stays, with the typed values. */
function lateOf({ status, decidedBy, decidedByName, closedAt }: HumanTaskDetail): Late | null {
  return status === 'open' ? null : { kind: 'decided', by: decidedByName ?? decidedBy, at: closedAt }
}
